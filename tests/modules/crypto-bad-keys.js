// Keys that cannot be read, made or written: which check comes first, and what the errors have.
'use strict';
const crypto = require('crypto');

function attempt(title, action) {
  try {
    console.log(title, action());
  } catch (error) {
    const { name, code, message, opensslErrorStack, library, reason } = error;
    console.log(title, name, code, message, Object.keys(error).join(), opensslErrorStack ?? '', library ?? '', reason ?? '');
  }
}

// Which members of a JWK are looked at, in which order.
function read(title, jwk) {
  for (const create of [crypto.createPublicKey, crypto.createPrivateKey]) {
    const seen = [];
    const key = new Proxy(jwk, { get(target, name) { seen.push(String(name)); return target[name]; } });
    attempt(`${title} ${create.name}`, () => create({ key, format: 'jwk' }).type);
    if (title !== 'EC unknown') console.log(' ', seen.join(' '));
  }
}
const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' });
read('RSA', rsa);
read('RSA no qi', { ...rsa, qi: undefined });
read('RSA bad n', { ...rsa, n: 5 });
read('RSA more primes', { kty: 'RSA', n: rsa.n, e: rsa.e, oth: [] });
read('EC', { kty: 'EC', crv: 'P-256' });
read('EC unknown', { kty: 'EC', crv: 'P-257' });
read('EC empty', { kty: 'EC', crv: 'P-256', x: '', y: '', d: '' });
read('OKP', { kty: 'OKP', crv: 'Ed25519', x: 5, d: '' });
read('OKP unknown', { kty: 'OKP', crv: 5 });
read('AKP', { kty: 'AKP', alg: 'ML-DSA-44', pub: '', priv: null });
read('AKP unknown', { kty: 'AKP', alg: 'ML-DSA-45' });
read('no kind', { kty: 5 });
read('unknown kind', { kty: 'toString' });

const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
for (const format of ['jwk', 'raw-private', 'raw-public', 'nothing', undefined]) {
  attempt(`${format} with password`, () => privateKey.export({ format, passphrase: 'x' }));
  attempt(`${format} with cipher`, () => typeof privateKey.export({ format, cipher: 'aes-256-cbc' }));
}

for (const digest of ['shake128', 'SHAKE256', 'keccak-256', 'sha-256/192', 'sha512-256', 'none']) {
  for (const length of [0, 40, 100000]) {
    attempt(`hkdf ${digest} ${length}`, () => Buffer.from(crypto.hkdfSync(digest, 'key', 'salt', 'info', length)).toString('hex'));
  }
}
attempt('hkdf no salt', () => Buffer.from(crypto.hkdfSync('sha256', '', '', '', 70)).toString('hex'));
