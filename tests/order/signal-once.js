// once() handles one; other signals have handlers of their own.
const keepAlive = setTimeout(() => {}, 1000);
process.once('SIGUSR2', (signal) => {
  console.log(signal, process.listenerCount('SIGUSR2'));
  process.kill(process.pid, 'SIGHUP');
});
process.once('SIGHUP', (signal) => {
  console.log(signal);
  clearTimeout(keepAlive);
});
process.kill(process.pid, 'SIGUSR2');
