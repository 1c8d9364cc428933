// A reaction that returns a promise costs two more jobs than one that returns a value.
Promise.resolve().then(() => {
  console.log(0);
  return Promise.resolve(4);
}).then((value) => console.log(value));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3))
  .then(() => console.log(5)).then(() => console.log(6));
