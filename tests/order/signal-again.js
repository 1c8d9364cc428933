// The same handler, called for each signal that arrives in turn.
let count = 0;
const keepAlive = setInterval(() => {}, 1000);
process.on('SIGUSR2', () => {
  console.log('signal', ++count);
  if (count < 3) process.kill(process.pid, 'SIGUSR2');
  else clearInterval(keepAlive);
});
process.kill(process.pid, 'SIGUSR2');
