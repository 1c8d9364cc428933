// A rejection made by the unhandledRejection handler is reported in turn.
let count = 0;
process.on('unhandledRejection', (reason) => {
  console.log('unhandledRejection', reason.message);
  if (++count < 3) Promise.reject(new Error(`from handler ${count}`));
});
Promise.reject(new Error('first'));
setImmediate(() => console.log('immediate'));
