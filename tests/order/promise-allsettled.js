// allSettled waits for all, and answers in the order of the arguments.
Promise.allSettled([
  Promise.reject(new Error('a')),
  Promise.resolve('b'),
  new Promise((resolve) => setTimeout(resolve, 40, 'c')),
]).then((results) => {
  for (const { status, value, reason } of results) console.log(status, value ?? reason.message);
});
setTimeout(() => console.log('timer before'), 1);
