// A rejection made in an immediate is reported before the next immediate.
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
setImmediate(() => {
  console.log('immediate 1');
  Promise.reject(new Error('from immediate 1'));
});
setImmediate(() => console.log('immediate 2'));
