// Signatures, made and verified: the kind of key is the first argument, how often the second.
'use strict';

const { generateKeyPairSync, sign, verify } = require('node:crypto');

const [kind, count] = process.argv.slice(2);
const rounds = Number(count);
const options = { rsa: { modulusLength: 2048 }, ec: { namedCurve: 'P-256' } }[kind];
const { publicKey, privateKey } = generateKeyPairSync(kind, options);
const digest = kind === 'ed25519' ? null : 'sha256';
const data = Buffer.alloc(100, 'some bytes');

function run(times) {
  let right = 0;
  for (let i = 0; i < times; i++) {
    data.writeUInt32LE(i);
    if (verify(digest, data, publicKey, sign(digest, data, privateKey))) right++;
  }
  if (right !== times) throw new Error('a signature is wrong');
}

run(Math.ceil(rounds / 20));
const start = performance.now();
run(rounds);
console.log(performance.now() - start);
