// An unreferenced timer does not keep the loop alive.
setTimeout(() => console.log('never'), 1000).unref();
setTimeout(() => console.log('referenced'), 1);
process.on('exit', () => console.log('exit'));
