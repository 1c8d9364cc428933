// The monitor sees unhandled rejections too, with their origin.
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('rejected'));
