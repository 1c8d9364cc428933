// An unreferenced immediate keeps nothing alive: alone, it does not run.
setImmediate(() => console.log('never')).unref();
process.on('exit', () => console.log('exit'));
