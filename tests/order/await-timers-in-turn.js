// Awaited timeouts follow each other; others run in between.
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  await sleep(20);
  console.log('a, 20 ms');
  await sleep(40);
  console.log('a, 60 ms');
})();
(async () => {
  await sleep(40);
  console.log('b, 40 ms');
  await sleep(40);
  console.log('b, 80 ms');
})();
