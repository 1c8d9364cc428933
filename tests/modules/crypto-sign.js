// Signatures, encryption, agreement and encapsulation with keys of pairs: at once, later, as streams.
'use strict';

const crypto = require('crypto');
const { promisify } = require('util');

const message = Buffer.from('some message');
const pairs = {
  rsa: crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }),
  pss: crypto.generateKeyPairSync('rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', saltLength: 20 }),
  dsa: crypto.generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }),
  ec: crypto.generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: crypto.generateKeyPairSync('ed25519'),
  ed448: crypto.generateKeyPairSync('ed448'),
  'ml-dsa-65': crypto.generateKeyPairSync('ml-dsa-65'),
  x25519: crypto.generateKeyPairSync('x25519'),
  'ml-kem-512': crypto.generateKeyPairSync('ml-kem-512'),
};

function attempt(name, body) {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

const schemes = [
  {}, { dsaEncoding: 'ieee-p1363' }, { padding: 6 }, { padding: 6, saltLength: 8 }, { padding: 99 },
  { context: Buffer.from('a') }, { context: Buffer.alloc(300) }, { context: 'text' }, { dsaEncoding: 'x' }, { saltLength: 'x' },
];
for (const [name, { publicKey, privateKey }] of Object.entries(pairs)) {
  for (const algorithm of ['sha256', null, 'nothing']) {
    for (const scheme of schemes) {
      attempt(`${name} ${algorithm} ${JSON.stringify(Object.keys(scheme))}`, () => {
        const signature = crypto.sign(algorithm, message, { key: privateKey, ...scheme });
        const key = { key: publicKey, ...scheme };
        return [crypto.verify(algorithm, message, key, signature), crypto.verify(algorithm, 'else', key, signature)];
      });
    }
  }
  attempt(`${name} stream`, () => {
    const signature = crypto.createSign('RSA-SHA256').update('some ').update('message').sign(privateKey, 'base64');
    return crypto.createVerify('sha256').update(message).verify(publicKey, signature, 'base64');
  });
  for (const padding of [undefined, 1, 3, 4]) {
    attempt(`${name} encrypt ${padding}`, () => {
      const sealed = crypto.publicEncrypt({ key: publicKey, padding, oaepHash: 'sha1', oaepLabel: 'label' }, message);
      return crypto.privateDecrypt({ key: privateKey, padding, oaepLabel: Buffer.from('label') }, sealed).toString();
    });
    attempt(`${name} reverse ${padding}`, () => {
      const sealed = crypto.privateEncrypt({ key: privateKey, padding }, message);
      return crypto.publicDecrypt({ key: publicKey, padding }, sealed).toString();
    });
  }
  attempt(`${name} agree`, () => crypto.diffieHellman({ privateKey, publicKey }).length);
  attempt(`${name} encapsulate`, () => {
    const { sharedKey, ciphertext } = crypto.encapsulate(publicKey);
    return [sharedKey.length, ciphertext.length, crypto.decapsulate(privateKey, ciphertext).equals(sharedKey)];
  });
  attempt(`${name} decapsulate`, () => crypto.decapsulate(privateKey, Buffer.alloc(3)));
}
attempt('kinds', () => crypto.diffieHellman({ privateKey: pairs.ec.privateKey, publicKey: pairs.x25519.publicKey }));

(async () => {
  const { privateKey, publicKey } = pairs.ec;
  const signature = await promisify(crypto.sign)('sha256', message, privateKey);
  console.log(await promisify(crypto.verify)('sha256', message, publicKey, signature));
  console.log((await promisify(crypto.diffieHellman)({ privateKey, publicKey })).length);
  await promisify(crypto.sign)('sha256', message, pairs.ed25519.privateKey).catch((error) => console.log(error.message));
  const made = await promisify(crypto.generateKeyPair)('ec', {
    namedCurve: 'P-256', publicKeyEncoding: { format: 'jwk' }, privateKeyEncoding: { format: 'pem', type: 'sec1' },
  });
  console.log(Object.keys(made), Object.keys(made.publicKey), made.privateKey.split('\n')[0]);
})();
