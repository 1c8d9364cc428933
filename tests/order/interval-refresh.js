// refresh() on an interval puts its next run off.
const start = performance.now();
const timer = setInterval(() => {
  console.log('first run not before 150 ms:', performance.now() - start >= 149);
  clearInterval(timer);
}, 100);
setTimeout(() => timer.refresh(), 50);
