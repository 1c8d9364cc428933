// for await over an async generator.
'use strict';
const count = 500_000;

async function* numbers() {
  for (let i = 0; i < count; i += 1) yield i;
}

async function main() {
  const began = performance.now();
  let sum = 0;
  for await (const value of numbers()) sum += value;
  const took = performance.now() - began;
  if (sum !== (count * (count - 1)) / 2) throw new Error('wrong sum');
  console.log(took);
}
main();
