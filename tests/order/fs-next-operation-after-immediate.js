// An operation that a callback begins reports in a later turn: the immediate is first, however quick it was.
const fs = require('fs');
fs.stat(__filename, () => {
  console.log('stat 1');
  fs.stat(__filename, () => console.log('stat 2'));
  setImmediate(() => console.log('immediate'));
  const end = performance.now() + 30;
  while (performance.now() < end);
});
