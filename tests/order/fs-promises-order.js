// fs.promises: the reaction runs in a microtask of the poll phase, so its immediate is before its timeout.
const fs = require('fs/promises');
(async () => {
  await fs.stat(__filename);
  console.log('stat');
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
  await null;
  console.log('after await');
})();
