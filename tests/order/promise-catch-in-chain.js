// A rejection skips then reactions, one job for each, until a catch.
Promise.reject(new Error('no'))
  .then(() => console.log('skipped'))
  .then(() => console.log('skipped'))
  .catch((error) => console.log('caught', error.message))
  .then(() => console.log('goes on'));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3))
  .then(() => console.log(4)).then(() => console.log(5));
