// A job that is begun every so often is taken to have ended before the next begins.
const fs = require('fs');
let running = 0;
let most = 0;
let rounds = 0;
const interval = setInterval(() => {
  if (++rounds === 3) clearInterval(interval);
  most = Math.max(most, ++running);
  fs.readFile(__filename, () => { running--; });
}, 200);
process.on('exit', () => console.log('at most', most, 'at a time'));
