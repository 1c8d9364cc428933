// Errors after a promise is settled are dropped.
process.on('unhandledRejection', () => console.log('never'));
new Promise((resolve) => {
  resolve('settled');
  throw new Error('dropped');
}).then(console.log);
