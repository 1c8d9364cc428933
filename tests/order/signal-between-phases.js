// A signal sent to itself arrives in the poll phase: after ticks and promises, before the immediate.
process.on('SIGUSR2', (signal, number) => {
  console.log('signal', signal, typeof number);
  process.nextTick(() => console.log('tick of signal'));
});
setImmediate(() => console.log('immediate'));
process.kill(process.pid, 'SIGUSR2');
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
