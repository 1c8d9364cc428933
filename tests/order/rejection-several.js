// Several rejections are reported in order, and then the handlers' ticks and microtasks run.
process.on('unhandledRejection', (reason) => {
  console.log('unhandledRejection', reason.message);
  process.nextTick(() => console.log('tick', reason.message));
  Promise.resolve().then(() => console.log('promise', reason.message));
});
Promise.reject(new Error('one'));
Promise.reject(new Error('two'));
Promise.reject(new Error('three'));
