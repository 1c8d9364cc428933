// finally passes value and reason on, some jobs later than then would.
Promise.resolve('value').finally(() => console.log('finally 1')).then((value) => console.log('then', value));
Promise.reject(new Error('reason')).finally(() => console.log('finally 2'))
  .catch((error) => console.log('catch', error.message));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3))
  .then(() => console.log(4));
