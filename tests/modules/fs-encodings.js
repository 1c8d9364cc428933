// Reading and writing in other encodings, flags and positions.
const fs = require('fs');
const os = require('os');
const path = require('path');
const file = path.join(os.tmpdir(), `rondo-fs-encodings-${process.pid}`);
fs.writeFileSync(file, '68c3a9', 'hex');
console.log(fs.readFileSync(file, 'utf8'), fs.readFileSync(file, 'latin1'), fs.readFileSync(file, 'base64'));
fs.writeFileSync(file, 'added', { flag: 'a' });
console.log(fs.readFileSync(file, { encoding: 'utf8', flag: 'r' }));
try {
  fs.writeFileSync(file, 'x', { flag: 'wx' });
} catch (error) {
  console.log(error.code);
}
fs.writeFileSync(file, new Uint8Array([65, 66, 67]));
console.log(fs.readFileSync(file, 'ascii'));
fs.unlinkSync(file);
