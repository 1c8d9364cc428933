// Even a timeout that is due before the callback ends waits for the check phase.
const fs = require('fs');
fs.stat(__filename, () => {
  setTimeout(() => console.log('timeout'), 1);
  setImmediate(() => console.log('immediate'));
  const end = performance.now() + 10;
  while (performance.now() < end);
});
