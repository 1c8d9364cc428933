// What ES modules import, from where, and what they get: of modules, CommonJS, JSON, packages, the library, data: URLs.
'use strict';

const { spawnSync } = require('node:child_process');

const { status, stdout, stderr } = spawnSync(process.execPath, ['fixtures/esm/main.mjs'], { encoding: 'utf8' });
console.log(stdout, stderr, status);
