// A thenable's then is called in a job of its own, and its result comes in the next.
const thenable = {
  then(resolve) {
    console.log('then called');
    resolve('value');
  },
};
Promise.resolve(thenable).then((value) => console.log('thenable gave', value));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3));
console.log('script');
