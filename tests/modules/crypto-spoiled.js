// Certificates and keys in which a bit was changed, or that were cut off, at each of their bytes; sealed keys with wrong passphrases:
// what is read all the same, and the codes of the errors, are Node's.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));

function attempt(action) {
  try {
    return action();
  } catch (error) {
    return `${error.code} ${error.code === undefined ? error.message : ''}`;
  }
}

// Lines of what came of it, each with the first and last byte that brought it about, and how many there were.
function summarize(title, outcomes) {
  const byOutcome = new Map();
  for (const [at, outcome] of outcomes.entries()) {
    const places = byOutcome.get(outcome) ?? [];
    places.push(at);
    byOutcome.set(outcome, places);
  }
  console.log(title);
  for (const [outcome, places] of [...byOutcome].sort()) {
    const digest = crypto.hash('sha1', places.join()).slice(0, 6);
    console.log(`  ${outcome}: ${places.length} times, ${places[0]} to ${places.at(-1)}, ${digest}`);
  }
}

function spoil(title, bytes, use) {
  const changed = [];
  const cut = [];
  for (let at = 0; at < bytes.length; at++) {
    const copy = Buffer.from(bytes);
    copy[at] ^= 1 << (at % 8);
    changed.push(at === 1 ? 'left out' : attempt(() => use(copy)));
    // Of an outer head that is wrong OpenSSL's versions have different things to say.
    if (at >= 8) cut.push(attempt(() => use(bytes.subarray(0, at))));
  }
  summarize(`${title}, changed`, changed);
  summarize(`${title}, cut`, cut);
}

const certificate = new crypto.X509Certificate(read('tls/server.pem'));
const authority = new crypto.X509Certificate(read('tls/ca.pem'));
spoil('a certificate', certificate.raw, (bytes) => {
  const copy = new crypto.X509Certificate(bytes);
  const key = attempt(() => copy.publicKey.asymmetricKeyType);
  return ['read', key, attempt(() => copy.verify(authority.publicKey)), attempt(() => copy.checkHost('server.test'))].join(' ');
});
spoil('a certificate in text', Buffer.from(certificate.toString().slice(0, 200) + certificate.toString().slice(-60)), (bytes) => {
  return new crypto.X509Certificate(bytes).ca;
});

const kinds = {
  rsa: crypto.createPrivateKey(read('certificates/rsa-key.pem')),
  ec: crypto.createPrivateKey(read('tls/server.key')),
  ed25519: crypto.createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]), format: 'der', type: 'pkcs8',
  }),
};
for (const [name, key] of Object.entries(kinds)) {
  console.log(name, key.asymmetricKeyType);
  const isRsa = key.asymmetricKeyType === 'rsa';
  const types = { ec: ['pkcs8', 'sec1'], rsa: ['pkcs8', 'pkcs1'] }[key.asymmetricKeyType] ?? ['pkcs8'];
  for (const type of types) {
    const der = key.export({ format: 'der', type });
    // A changed number of an RSA key is told only when it is used.
    const bytes = isRsa ? der.subarray(0, 60) : der;
    const rest = der.subarray(bytes.length);
    spoil(`${name} ${type}`, bytes, (part) => {
      return crypto.createPrivateKey({ key: Buffer.concat([part, rest]), format: 'der', type }).asymmetricKeyType;
    });
  }
  const spki = crypto.createPublicKey(key).export({ format: 'der', type: 'spki' });
  spoil(`${name} spki`, spki.subarray(0, 120), (part) => {
    return crypto.createPublicKey({ key: Buffer.concat([part, spki.subarray(120)]), format: 'der', type: 'spki' }).asymmetricKeyType;
  });
  const jwk = key.export({ format: 'jwk' });
  for (const member of Object.keys(jwk)) {
    spoil(`${name} JWK ${member}`, Buffer.from(jwk[member]).subarray(0, 44), (part) => {
      return crypto.createPrivateKey({ key: { ...jwk, [member]: part.toString('latin1') }, format: 'jwk' }).asymmetricKeyType;
    });
  }
  for (const [format, type, cipher] of [['pem', 'pkcs8', 'aes-256-cbc'], ['der', 'pkcs8', 'aes-128-cbc'], ['pem', types[1], 'aes-128-cbc']]) {
    if (!type) continue;
    const sealed = key.export({ format, type, cipher, passphrase: 'right' });
    for (const passphrase of ['right', '', 'Right', 'right\0', 'x'.repeat(1023)]) {
      // One wrong passphrase in 256 leaves what looks like padding.
      const outcome = attempt(() => crypto.createPrivateKey({ key: sealed, format, type, passphrase }).equals(key));
      console.log(name, format, type, JSON.stringify(passphrase.slice(0, 10)), outcome === true ? 'opened' : 'not opened');
    }
  }
}
