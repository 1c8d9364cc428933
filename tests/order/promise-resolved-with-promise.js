// resolve(promise) takes two jobs more; Promise.resolve(promise) gives the same promise back.
const settled = Promise.resolve('settled');
new Promise((resolve) => resolve(settled)).then(() => console.log('wrapped'));
Promise.resolve(settled).then(() => console.log('same'));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3))
  .then(() => console.log(4));
