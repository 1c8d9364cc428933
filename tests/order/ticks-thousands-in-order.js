// Long queues keep their order (queues are often built of blocks; this crosses several).
const seen = [];
for (let i = 0; i < 5000; i++) process.nextTick((n) => seen.push(n), i);
for (let i = 0; i < 5000; i++) queueMicrotask(() => seen.push(5000 + i));
setImmediate(() => {
  console.log(seen.length, seen.every((n, i) => n === i));
  const immediates = [];
  for (let i = 0; i < 5000; i++) setImmediate((n) => immediates.push(n), i);
  setImmediate(() => console.log(immediates.length, immediates.every((n, i) => n === i)));
});
