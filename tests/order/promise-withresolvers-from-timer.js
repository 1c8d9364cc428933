// Reactions to a promise that a timer resolves run after that timer, before the next.
const { promise, resolve } = Promise.withResolvers();
promise.then((value) => console.log('reaction', value));
setTimeout(() => {
  resolve('from timer 1');
  console.log('timer 1');
}, 1);
setTimeout(() => console.log('timer 2'), 1);
