// uncaughtExceptionMonitor sees the error first, and does not handle it.
process.on('uncaughtException', (error, origin) => console.log('handler', error.message, origin));
process.on('uncaughtExceptionMonitor', (error, origin) => console.log('monitor', error.message, origin));
setTimeout(() => console.log('goes on'), 1);
throw new Error('one');
