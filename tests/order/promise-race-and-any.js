// race takes what settles first, any what is fulfilled first.
const after = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
const failAfter = (ms, message) => new Promise((_, reject) => setTimeout(() => reject(new Error(message)), ms));
Promise.race([after(40, 'slow'), failAfter(1, 'quick failure')]).catch((error) => console.log('race', error.message));
Promise.any([after(40, 'slow'), failAfter(1, 'quick failure')]).then((value) => console.log('any', value));
Promise.race([1, 2]).then((value) => console.log('race of values', value));
Promise.any([failAfter(1, 'x'), failAfter(1, 'y')]).catch((error) => {
  console.log(error.name, error.errors.map((each) => each.message));
});
