// A chain of then(), made at once and run.
'use strict';
const count = 500_000;

const began = performance.now();
let promise = Promise.resolve(0);
for (let i = 0; i < count; i += 1) promise = promise.then((value) => value + 1);
promise.then((value) => {
  const took = performance.now() - began;
  if (value !== count) throw new Error('wrong value');
  console.log(took);
});
