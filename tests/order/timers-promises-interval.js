// timers/promises.setInterval is an async iterator.
const { setInterval: every } = require('timers/promises');
(async () => {
  let count = 0;
  for await (const value of every(2, 'value')) {
    console.log(value, ++count);
    if (count === 3) break;
  }
  console.log('left the loop');
})();
