// Promise.all settles when the last one does; the order of results is that of the arguments.
const later = (value, jobs) => {
  let promise = Promise.resolve(value);
  for (let i = 0; i < jobs; i++) promise = promise.then((v) => {
    console.log('step of', v);
    return v;
  });
  return promise;
};
Promise.all([later('slow', 3), later('quick', 1), 'plain']).then((values) => console.log('all', values));
Promise.all([]).then((values) => console.log('all of nothing', values));
