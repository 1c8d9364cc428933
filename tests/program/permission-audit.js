// With --permission-audit nothing is refused, but it is told.
'use strict';
const fs = require('fs');
for (const name of ['fs', 'child', 'worker']) {
  require('diagnostics_channel').subscribe(`node:permission-model:${name}`, (message) => console.log(name, message));
}
fs.readFileSync(__filename);
console.log(process.permission.has('fs.read'), process.permission.has('child'));
try {
  fs.mkdirSync('/dev/null/none');
} catch (error) {
  console.log(error.message);
}
console.log(require('child_process').execSync('echo "$NODE_OPTIONS"') + '');
try {
  fs.fsyncSync(1);
} catch (error) {
  console.log(error.code, error.message);
}
