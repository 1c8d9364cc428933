// process.exit() in a promise reaction.
Promise.resolve().then(() => {
  console.log('promise 1');
  process.exit(5);
}).finally(() => console.log('finally: never'));
Promise.resolve().then(() => console.log('promise 2: never'));
