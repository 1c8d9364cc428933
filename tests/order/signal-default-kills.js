// Without a handler the signal does what it does: the program is gone at once, without exit events.
process.on('exit', () => console.log('never'));
console.log('before');
process.kill(process.pid, 'SIGTERM');
const end = performance.now() + 1000;
while (performance.now() < end);
console.log('never');
