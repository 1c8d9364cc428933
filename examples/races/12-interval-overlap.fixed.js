// The next round is set when one has ended.
const fs = require('fs');
let running = 0;
let most = 0;
let rounds = 0;
function round() {
  most = Math.max(most, ++running);
  fs.readFile(__filename, () => {
    running--;
    if (++rounds < 3) setTimeout(round, 200);
  });
}
setTimeout(round, 200);
process.on('exit', () => console.log('at most', most, 'at a time'));
