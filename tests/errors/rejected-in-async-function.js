// An async function that throws, called by another.
async function inner() {
  await null;
  throw new TypeError('async');
}

async function outer() {
  await inner();
}

outer();
