// An error in an I/O callback ends the program.
const fs = require('fs');
fs.stat(__filename, () => {
  setImmediate(() => console.log('immediate: never'));
  throw new Error('thrown by callback');
});
process.on('exit', (code) => console.log('exit', code));
