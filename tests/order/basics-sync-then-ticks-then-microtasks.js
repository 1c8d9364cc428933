// The script itself first, then ticks, then microtasks, whatever the order in which they were asked for.
queueMicrotask(() => console.log('microtask'));
Promise.resolve().then(() => console.log('promise'));
process.nextTick(() => console.log('tick'));
console.log('script');
