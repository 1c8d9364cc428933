// When the last handler is taken off, the default is back.
const handler = () => console.log('never');
process.on('SIGTERM', handler);
process.off('SIGTERM', handler);
process.kill(process.pid, 'SIGTERM');
setTimeout(() => console.log('never'), 1000);
