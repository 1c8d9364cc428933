// Completions that arrive together: ticks and microtasks run after each of them, immediates after all.
const fs = require('fs');
for (const name of ['a', 'b', 'c']) fs.access(__filename, () => {
  console.log('access', name);
  Promise.resolve().then(() => console.log('promise', name));
  process.nextTick(() => console.log('tick', name));
});
setTimeout(() => {}, 200);
const end = performance.now() + 100;
while (performance.now() < end);
