// The working folder is removed.
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cwd-'));
process.chdir(folder);
fs.rmdirSync(folder);
try {
  process.cwd();
} catch (error) {
  console.log(error.message, Object.entries(error));
}
process.chdir('/');
try {
  process.chdir('/does/not/exist');
} catch (error) {
  console.log(error.message, Object.entries(error));
}
