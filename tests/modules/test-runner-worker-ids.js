// Files get their worker's number in turn, whichever worker is free: the first file is slow.
'use strict';
const { spawnSync } = require('child_process');
const path = require('path');

const files = [1, 2, 3, 4, 5].map((number) => path.join(__dirname, 'fixtures/test-runner/workers', `${number}.js`));
const { stdout } = spawnSync(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=tap', ...files], { encoding: 'utf8' });
for (const line of stdout.split('\n')) if (line.includes('Subtest: file')) console.log(line.trim());
