// New pairs of keys, four under way: the kind is the first argument, how many the second.
'use strict';

const { generateKeyPair } = require('node:crypto');

const [kind, count] = process.argv.slice(2);
const options = { ec: { namedCurve: 'P-256' } }[kind] ?? {};
const start = performance.now();
let begun = 0;
let made = 0;

function next() {
  if (begun === Number(count)) return;
  begun++;
  generateKeyPair(kind, options, (error) => {
    if (error) throw error;
    if (++made === Number(count)) console.log(performance.now() - start);
    next();
  });
}

for (let i = 0; i < 4; i++) next();
