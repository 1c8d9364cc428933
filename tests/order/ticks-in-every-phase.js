// Ticks before promises holds after a timer, after I/O and after an immediate alike.
const fs = require('fs');

function both(where) {
  Promise.resolve().then(() => console.log(where, 'promise'));
  process.nextTick(() => console.log(where, 'tick'));
}

setTimeout(() => {
  both('timer');
  fs.stat(__filename, () => {
    both('io');
    setImmediate(() => {
      both('immediate');
      process.on('beforeExit', () => both('beforeExit'));
    });
  });
}, 1);
both('main');
