// From the main script, a timeout that is not due yet runs after the immediate.
setTimeout(() => console.log('timeout'), 50);
setImmediate(() => console.log('immediate'));
