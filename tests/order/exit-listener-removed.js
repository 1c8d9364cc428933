// Handlers can be taken off again.
const handler = () => console.log('never');
process.on('exit', handler);
process.once('beforeExit', () => process.off('exit', handler));
process.on('exit', () => console.log('exit'));
