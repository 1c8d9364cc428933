// setImmediate from ticks and microtasks of the main script: in the order of the calls.
process.nextTick(() => setImmediate(() => console.log('from tick')));
queueMicrotask(() => setImmediate(() => console.log('from microtask')));
setImmediate(() => console.log('from script'));
