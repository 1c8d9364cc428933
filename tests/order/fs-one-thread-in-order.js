// With one thread in the pool, operations finish in the order in which they were begun.
const fs = require('fs');
for (let i = 1; i <= 5; i++) fs.stat(__filename, () => {
  console.log('stat', i);
  process.nextTick(() => console.log('tick', i));
});
