// A text that waits at its top and uses what CommonJS has: nobody can tell what it is, and its author is told so.
'use strict';
const { spawnSync } = require('child_process');

for (const name of ['require', 'exports', 'module', '__filename', '__dirname']) {
  const { status, stderr } = spawnSync(process.execPath, ['-e', `console.log(${name}); await 1;`], { encoding: 'utf8' });
  console.log(status, /^ReferenceError: .*$/m.exec(stderr)?.[0]);
}
const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', 'console.log(__dirname)'], { encoding: 'utf8' });
console.log(/^ReferenceError: .*$/m.exec(stderr)?.[0]);
