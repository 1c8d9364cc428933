// Keys of pairs: every form in which they are read and written, and what is told of them.
'use strict';

const crypto = require('crypto');

function attempt(name, body) {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message, error.opensslErrorStack ?? '');
  }
}

const rsaPem = `-----BEGIN PRIVATE KEY-----
MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAxkr4aWv7H7CyfjbX
8qjMv29lo0BlAaYZo1oQ4ZQpPlgdVwVMUsTyWw+EBEtkgTuEcbbLbyLGAPKq2eQ8
-----END PRIVATE KEY-----
`;
attempt('cut PEM', () => crypto.createPrivateKey(rsaPem).type);

const kinds = [
  ['rsa', { modulusLength: 1024 }],
  ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1', saltLength: 16 }],
  ['dsa', { modulusLength: 1024, divisorLength: 160 }],
  ['ec', { namedCurve: 'P-256' }],
  ['ec', { namedCurve: 'secp256k1', paramEncoding: 'explicit' }],
  ['ed25519'], ['ed448'], ['x25519'], ['x448'],
  ['dh', { group: 'modp14' }],
  ['ml-dsa-44'], ['ml-kem-768'], ['slh-dsa-sha2-128f'],
];
const forms = [
  { format: 'pem', type: 'pkcs1' }, { format: 'der', type: 'sec1' }, { format: 'pem', type: 'pkcs8' },
  { format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' },
  { format: 'pem', type: 'sec1', cipher: 'aes-128-cbc', passphrase: Buffer.from('secret') },
  { format: 'jwk' }, { format: 'raw-private' }, { format: 'raw-seed' }, { format: 'raw-public' },
];

function isSame(key, form, written) {
  const { asymmetricKeyType } = key;
  const namedCurve = key.asymmetricKeyDetails.namedCurve;
  const again = { key: written, ...form, asymmetricKeyType, namedCurve };
  if (form.format.startsWith('raw')) delete again.type;
  const read = key.type === 'private' ? crypto.createPrivateKey : crypto.createPublicKey;
  return read(again).equals(key);
}

for (const [kind, options] of kinds) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync(kind, options);
  console.log(kind, publicKey.asymmetricKeyType, publicKey.asymmetricKeyDetails, privateKey);
  console.log(crypto.createPublicKey(privateKey).equals(publicKey), publicKey.equals(privateKey));
  for (const form of forms) {
    attempt(`  private ${form.format} ${form.type} ${form.cipher}`, () => {
      const written = privateKey.export(form);
      const shown = form.format === 'jwk' ? Object.keys(written).join() : typeof written;
      return `${shown} ${isSame(privateKey, form, written)}`;
    });
  }
  for (const form of [{ format: 'pem', type: 'spki' }, { format: 'der', type: 'spki' }, { format: 'der', type: 'pkcs1' },
                      { format: 'jwk' }, { format: 'raw-public' }, { format: 'raw-public', type: 'compressed' }]) {
    attempt(`  public ${form.format} ${form.type}`, () => {
      const written = publicKey.export(form);
      return `${typeof written} ${isSame(publicKey, form, written)}`;
    });
  }
}

// What a script may get wrong.
const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = ec.privateKey.export({ format: 'jwk' });
for (const key of [undefined, 1, '', {}, { key: null }, { key: 'x', format: 'zz' }, { key: Buffer.alloc(4), format: 'der' },
                   { key: jwk, format: 'jwk', passphrase: 'x' }, { key: { ...jwk, d: 'AAAA' }, format: 'jwk' },
                   { key: { ...jwk, kty: 'oct' }, format: 'jwk' }, { key: { ...jwk, x: undefined }, format: 'jwk' },
                   { key: Buffer.alloc(31), format: 'raw-private', asymmetricKeyType: 'ed25519' },
                   { key: Buffer.alloc(32), format: 'raw-seed', asymmetricKeyType: 'ed25519' },
                   { key: Buffer.alloc(32), format: 'raw-private', asymmetricKeyType: 'nothing' }]) {
  attempt('private', () => crypto.createPrivateKey(key).type);
  attempt('public', () => crypto.createPublicKey(key).type);
}
const sealed = ec.privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-128-cbc', passphrase: 'right' });
attempt('no passphrase', () => crypto.createPrivateKey(sealed).type);
attempt('number', () => crypto.createPrivateKey({ key: sealed, passphrase: 1 }).type);
attempt('long', () => crypto.createPrivateKey({ key: sealed, passphrase: 'x'.repeat(2000) }).type);
attempt('right', () => crypto.createPrivateKey({ key: sealed, passphrase: 'right' }).equals(ec.privateKey));
