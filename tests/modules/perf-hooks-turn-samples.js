// monitorEventLoopDelay() with a sample for each turn of the loop, whatever the resolution is.
const { monitorEventLoopDelay } = require('perf_hooks');

for (const value of [null, 'a', 1, {}]) {
  try {
    monitorEventLoopDelay({ samplePerIteration: value });
  } catch (error) {
    console.log(error.code, error.message);
  }
}
const histogram = monitorEventLoopDelay({ samplePerIteration: true, resolution: 60000 });
console.log(histogram.enable(), histogram.enable(), histogram.count);

let left = 2000;
function turn() {
  if (--left > 0) return setImmediate(turn);
  console.log(histogram.count >= 1999, histogram.min > 0, histogram.max >= 40e6, histogram.percentile(50) < 40e6);
  console.log(histogram.disable(), histogram.disable());
  const { count } = histogram;
  setImmediate(() => setImmediate(() => {
    console.log(histogram.count === count);
    histogram.reset();
    console.log(histogram.count, histogram.enable(), histogram.disable());
  }));
}
setTimeout(() => {
  const end = Date.now() + 50;
  while (Date.now() < end);
  turn();
}, 1);
