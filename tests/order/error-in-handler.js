// An error in the uncaughtException handler ends the program at once, without exit events, with code 7.
process.on('exit', (code) => console.log('exit: never', code));
process.on('uncaughtException', (error) => {
  console.log('handler:', error.message);
  throw new Error('thrown by handler');
});
setImmediate(() => console.log('immediate: never'));
throw new Error('thrown by script');
