// Promise.all of five: two values, two async calls, one promise.
'use strict';
const count = 200_000;

async function double(value) {
  return value * 2;
}

async function main() {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < count; i += 1) {
    const values = await Promise.all([1, double(2), Promise.resolve(3), double(4), 5]);
    sum += values.length;
  }
  const took = performance.now() - began;
  if (sum !== count * 5) throw new Error('wrong sum');
  console.log(took);
}
main();
