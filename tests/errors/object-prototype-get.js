// A program that adds to Object.prototype what property descriptors know still sees its errors.
Object.prototype.get = 1;
process.nextTick(() => console.log('tick'));
for (const name of ['util', 'os', 'path', 'url', 'assert', 'timers', 'perf_hooks', 'diagnostics_channel']) require(name);
setTimeout(() => {
  throw new TypeError('seen');
}, 1);
