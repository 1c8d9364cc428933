// Callbacks besides the one that captures all exceptions: asked from the last to the first.
process.on('exit', (code) => console.log('exit', code));
process.addUncaughtExceptionCaptureCallback((error) => { console.log('first', error.message); return error.message === '2'; });
process.addUncaughtExceptionCaptureCallback((error) => { console.log('last', error.message); return error.message === '1'; });
process.addUncaughtExceptionCaptureCallback((error, ...rest) => { console.log('truthy is not enough', rest.length, this === undefined); return 1; });
console.log(process.hasUncaughtExceptionCaptureCallback());
process.on('uncaughtExceptionMonitor', (error) => console.log('monitor', error.message));
process.on('uncaughtException', (error, origin) => console.log('event', error.message, origin));
setTimeout(() => { throw new Error('1'); }, 1);
setTimeout(() => { throw new Error('2'); }, 60);
setTimeout(() => { throw new Error('3'); }, 120);
setTimeout(() => {
  process.setUncaughtExceptionCaptureCallback((error) => console.log('captured', error.message));
  console.log(process.hasUncaughtExceptionCaptureCallback());
  throw new Error('4');
}, 180);
