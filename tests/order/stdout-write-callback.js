// The callback of stdout.write to a pipe comes in a tick.
process.nextTick(() => console.log('tick 1'));
process.stdout.write('written\n', () => console.log('callback'));
process.nextTick(() => console.log('tick 2'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
