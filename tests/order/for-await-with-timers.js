// Each step of for await may wait for a turn of the loop.
async function* ticking() {
  for (let i = 1; i <= 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    yield i;
  }
}
(async () => {
  for await (const n of ticking()) console.log('got', n);
  console.log('done');
})();
console.log('script');
