// An async function that awaits calls of another, which awaits too.
'use strict';
const count = 500_000;

async function next(value) {
  await null;
  return value + 1;
}

async function main() {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum = await next(sum);
  const took = performance.now() - began;
  if (sum !== count) throw new Error('wrong sum');
  console.log(took);
}
main();
