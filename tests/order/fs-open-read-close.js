// open, read, close in turn, with a tick after each.
const fs = require('fs');
const tick = (name) => process.nextTick(() => console.log('tick after', name));
fs.open(__filename, 'r', (error, fd) => {
  console.log('open', error, typeof fd);
  tick('open');
  fs.read(fd, Buffer.alloc(7), 0, 7, 0, (error, count, buffer) => {
    console.log('read', error, count, buffer.toString());
    tick('read');
    fs.close(fd, (error) => {
      console.log('close', error);
      tick('close');
    });
  });
});
