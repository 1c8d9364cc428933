// Beside a referenced one it does run, in its place.
setImmediate(() => console.log('unreferenced')).unref();
setImmediate(() => console.log('referenced'));
