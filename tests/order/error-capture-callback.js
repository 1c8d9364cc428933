// setUncaughtExceptionCaptureCallback goes before handlers, and takes their place.
process.on('uncaughtException', () => console.log('handler: never'));
console.log(process.hasUncaughtExceptionCaptureCallback());
process.setUncaughtExceptionCaptureCallback((error) => console.log('captured', error.message));
console.log(process.hasUncaughtExceptionCaptureCallback());
setImmediate(() => console.log('goes on'));
throw new Error('one');
