// `return promise` from an async function takes two jobs more than `return await promise`.
async function plain() {
  return Promise.resolve();
}
async function awaited() {
  return await Promise.resolve();
}
async function nothing() {}
plain().then(() => console.log('return promise'));
awaited().then(() => console.log('return await promise'));
nothing().then(() => console.log('return'));
Promise.resolve().then(() => console.log(1)).then(() => console.log(2)).then(() => console.log(3))
  .then(() => console.log(4));
