// I/O is work too.
const fs = require('fs');
process.once('beforeExit', () => {
  console.log('beforeExit');
  fs.stat(__filename, () => console.log('stat'));
  process.once('beforeExit', () => console.log('beforeExit again'));
});
process.on('exit', () => console.log('exit'));
