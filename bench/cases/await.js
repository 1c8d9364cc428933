// One async function that awaits a plain value again and again.
'use strict';
const count = 1_000_000;

async function main() {
  const began = performance.now();
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += await i;
  const took = performance.now() - began;
  if (sum !== (count * (count - 1)) / 2) throw new Error('wrong sum');
  console.log(took);
}
main();
