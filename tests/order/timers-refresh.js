// refresh() starts the delay anew.
const start = performance.now();
const timer = setTimeout(() => console.log('refreshed, not before 300 ms:', performance.now() - start >= 299), 200);
setTimeout(() => console.log('refresh returns the timer:', timer.refresh() === timer), 100);
setTimeout(() => console.log('250 ms: not yet'), 250);
