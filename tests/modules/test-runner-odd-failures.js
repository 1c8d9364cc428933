// Failures that are hard to tell of, and a time limit of the command line, which is for tests and not for suites.
const { spawnSync } = require('child_process');

const args = ['--test-reporter=tap', '--test-timeout=1000', 'fixtures/test-runner/odd-failures.js'];
const { status, stdout } = spawnSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' });
console.log(status);
for (const line of stdout.split('\n')) if (!/duration_ms|location/.test(line)) console.log(line);
