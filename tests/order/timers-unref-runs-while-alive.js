// It does run if something else keeps the loop alive for long enough.
setTimeout(() => console.log('unreferenced'), 5).unref();
setTimeout(() => console.log('referenced'), 40);
