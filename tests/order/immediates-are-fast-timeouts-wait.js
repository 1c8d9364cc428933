// 1000 chained immediates take milliseconds; 300 chained timeouts of 0 take at least 300 ms: 0 is 1.
function chain(schedule, times, done) {
  const start = performance.now();
  let count = 0;
  schedule(function step() {
    count++;
    if (count < times) schedule(step);
    else done(performance.now() - start);
  });
}

chain(setImmediate, 1000, (immediates) => {
  chain((step) => setTimeout(step, 0), 300, (timeouts) => {
    console.log('timeouts took at least 300 ms:', timeouts >= 299);
    console.log('immediates were quicker:', immediates < timeouts);
  });
});
