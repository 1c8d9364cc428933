// SHA-256 of a short text and of 1 MB: createHash and hash(), as text and as bytes.
'use strict';

const { createHash, hash } = require('node:crypto');

const large = Buffer.alloc(1 << 20, 'some bytes');

function run(rounds, blocks) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += createHash('sha256').update(`key-${i}`).digest('hex').length;
    sum += createHash('sha1').update('some text').digest()[0];
    sum += hash('sha256', `value-${i}`).length;
  }
  for (let i = 0; i < blocks; i++) sum += createHash('sha256').update(large).digest()[0];
  return sum;
}

run(5000, 2);
const start = performance.now();
run(100000, 100);
console.log(performance.now() - start);
