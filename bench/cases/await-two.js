// Two async functions that take turns.
'use strict';
const count = 1_000_000;

async function loop() {
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += await i;
  return sum;
}

const began = performance.now();
Promise.all([loop(), loop()]).then(([one, other]) => {
  const took = performance.now() - began;
  if (one !== other) throw new Error('wrong sums');
  console.log(took);
});
