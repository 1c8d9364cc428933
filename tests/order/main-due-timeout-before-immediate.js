// From the main script, a timeout that is due when the loop starts runs before the immediate.
setImmediate(() => console.log('immediate'));
setTimeout(() => console.log('timeout'), 0);
const end = performance.now() + 10;
while (performance.now() < end);
