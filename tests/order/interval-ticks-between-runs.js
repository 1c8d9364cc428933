// Ticks and microtasks run after each call of an interval.
let runs = 0;
const timer = setInterval(() => {
  const run = ++runs;
  console.log('run', run);
  process.nextTick(() => console.log('tick', run));
  Promise.resolve().then(() => console.log('promise', run));
  if (run === 2) clearInterval(timer);
}, 1);
