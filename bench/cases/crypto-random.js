// Random bytes, numbers and UUIDs.
'use strict';

const { randomBytes, randomInt, randomUUID } = require('node:crypto');

function run(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += randomBytes(16)[0] + randomInt(100) + randomUUID().length;
  }
  return sum;
}

run(10000);
const start = performance.now();
run(300000);
console.log(performance.now() - start);
