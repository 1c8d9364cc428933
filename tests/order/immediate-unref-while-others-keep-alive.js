// An immediate that does not keep the loop alive runs all the same while something else does.
setImmediate(() => console.log('immediate')).unref();
setTimeout(() => console.log('timeout'), 300);
