// Where the syntax is wrong, what should not be there is marked as a whole.
'use strict';
const { spawnSync } = require('child_process');
const path = require('path');

const folder = path.join(__dirname, 'fixtures', 'syntax');
const show = (...args) => {
  const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', ...args], { cwd: folder, encoding: 'utf8' });
  const lines = stderr.replaceAll(folder, '').split('\n');
  console.log(status, lines.slice(0, lines.findIndex((line) => line.startsWith('    at '))).join('\n'));
};
for (const name of ['twice.js', 'text.js', 'sign.js', 'await.js', 'end.js', 'import.mjs']) show(name);
show('--check', 'twice.js');
show('--no-strip-types', '-e', 'foo bar');
