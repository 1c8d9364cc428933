// Digests whose output can be of any length have a usual one; a digest of nothing is none.
'use strict';

const crypto = require('crypto');

process.on('warning', ({ code, message }) => console.log(code, message));

function attempt(what, make) {
  try {
    const result = make();
    console.log(what, Buffer.isBuffer(result) ? result.toString('hex') : result);
  } catch ({ name, code, message }) {
    console.log(what, name, code, message);
  }
}

for (const name of ['shake128', 'SHAKE256', 'shake-128', 'RSA-SHA256', 'null', 'NULL', 'undef']) {
  attempt(`createHash ${name}`, () => crypto.createHash(name).update('a').digest());
  attempt(`hash ${name}`, () => crypto.hash(name, 'a'));
  if (!/shake/i.test(name)) attempt(`hkdf ${name}`, () => Buffer.from(crypto.hkdfSync(name, 'key', 'salt', 'info', 20)));
  attempt(`createHmac ${name}`, () => crypto.createHmac(name, 'key').update('a').digest('hex'));
}
attempt('copy', () => crypto.createHash('shake128', { outputLength: 5 }).copy().update('a').digest());
attempt('copy of 4', () => crypto.createHash('shake128').copy({ outputLength: 4 }).update('a').digest());
