// HMAC of short texts, as signed cookies and tokens have it.
'use strict';

const { createHmac, timingSafeEqual } = require('node:crypto');

function run(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    const made = createHmac('sha256', 'a secret key').update(`session=${i}; user=someone`).digest();
    const again = createHmac('sha256', 'a secret key').update(`session=${i}; user=someone`).digest();
    if (timingSafeEqual(made, again)) sum += createHmac('sha1', 'key').update('text').digest('base64').length;
  }
  return sum;
}

run(3000);
const start = performance.now();
run(60000);
console.log(performance.now() - start);
