// An immediate set by the first completion runs after the other completions of the same poll.
const fs = require('fs');
fs.access(__filename, () => {
  console.log('access a');
  setImmediate(() => console.log('immediate'));
  setTimeout(() => console.log('timeout'), 0);
});
fs.access(__filename, () => console.log('access b'));
fs.access(__filename, () => console.log('access c'));
const end = performance.now() + 100;
while (performance.now() < end);
