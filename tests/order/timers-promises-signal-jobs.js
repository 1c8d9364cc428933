// With a signal, a timer's promise is settled some jobs after its callback: one without a signal that
// is due later in the same phase comes first.
const timers = require('timers/promises');
const { signal } = new AbortController();
timers.setTimeout(1, 'with a signal', { signal }).then(console.log);
timers.setTimeout(1, 'without').then(console.log);
timers.setImmediate('immediate with a signal', { signal }).then(console.log);
timers.setImmediate('immediate without').then(console.log);
setTimeout(() => {
  let job = 0;
  queueMicrotask(function step() {
    console.log('job', ++job);
    if (job < 8) queueMicrotask(step);
  });
}, 1);
timers.setTimeout(1, 'with a signal, later', { signal }).then(console.log);
const start = Date.now();
while (Date.now() - start < 50);
