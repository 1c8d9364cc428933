// A chain of callbacks that writes, appends, reads and removes.
const fs = require('fs');
const os = require('os');
const path = require('path');
const file = path.join(os.tmpdir(), `rondo-write-then-read-${process.pid}`);
fs.writeFile(file, 'one', (error) => {
  console.log('written', error);
  fs.appendFile(file, ' two', (error) => {
    console.log('appended', error);
    fs.readFile(file, 'utf8', (error, text) => {
      console.log('read', error, text);
      fs.unlink(file, (error) => {
        console.log('unlinked', error);
        fs.stat(file, (error) => console.log('stat', error.code, error.syscall));
      });
    });
  });
});
