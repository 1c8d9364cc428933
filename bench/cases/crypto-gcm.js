// AES-256-GCM, there and back: pieces of as many bytes as the first argument says, as often as the second.
'use strict';

const { createCipheriv, createDecipheriv } = require('node:crypto');

const [size, rounds] = process.argv.slice(2).map(Number);
const key = Buffer.alloc(32, 1);
const iv = Buffer.alloc(12, 2);
const data = Buffer.alloc(size, 'some bytes');

function run(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    iv.writeUInt32LE(i);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = cipher.update(data);
    cipher.final();
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAuthTag(cipher.getAuthTag());
    sum += decipher.update(sealed)[0];
    decipher.final();
  }
  return sum;
}

run(Math.ceil(rounds / 20));
const start = performance.now();
run(rounds);
console.log(performance.now() - start);
