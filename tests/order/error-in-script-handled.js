// With an uncaughtException handler the loop goes on after the script's error.
process.on('uncaughtException', (error, origin) => console.log('handler:', error.message, origin));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setTimeout(() => console.log('timeout'), 0);
process.on('exit', (code) => console.log('exit', code));
throw new Error('thrown by the script');
