// Certificates: what is told of one, in its new and its old form, what it is for, and bundles of keys and certificates.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'certificates', name));

function attempt(name, body) {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message, error.opensslErrorStack ?? '');
  }
}

const certificate = new crypto.X509Certificate(read('certificate.pem'));
const authority = new crypto.X509Certificate(read('ca.pem'));
const key = crypto.createPrivateKey(read('key.pem'));

console.log(certificate);
console.log(certificate.toLegacyObject());
console.log(certificate.ca, authority.ca, certificate.raw.length, certificate.publicKey.asymmetricKeyDetails);
console.log(new crypto.X509Certificate(certificate.raw).toString() === certificate.toJSON());
console.log(structuredClone(certificate).fingerprint256 === certificate.fingerprint256);
for (const name of ['example.org', 'a.example.net', 'a.b.example.net', 'EXAMPLE.ORG', 'else', '', '.example.net']) {
  attempt(`host ${name}`, () => certificate.checkHost(name));
  attempt(`host ${name}`, () => certificate.checkHost(name, { wildcards: false, subject: 'never' }));
}
for (const name of ['who@example.org', 'WHO@example.org', 'example.org', '', 'a\0b']) {
  attempt(`mail ${JSON.stringify(name)}`, () => certificate.checkEmail(name));
}
for (const name of ['127.0.0.1', '::1', '0::1', '1.2.3.4', 'x', '']) attempt(`ip ${name}`, () => certificate.checkIP(name));
attempt('subject', () => certificate.checkHost('a', { subject: 'x' }));
attempt('number', () => certificate.checkHost(1));
attempt('issued', () => [certificate.checkIssued(authority), authority.checkIssued(certificate)]);
attempt('issued by nothing', () => certificate.checkIssued({}));
attempt('verify', () => [certificate.verify(authority.publicKey), certificate.verify(certificate.publicKey)]);
attempt('verify with a private key', () => certificate.verify(key));
attempt('key', () => [certificate.checkPrivateKey(key), authority.checkPrivateKey(key)]);
attempt('public key', () => certificate.checkPrivateKey(certificate.publicKey));
for (const bytes of [undefined, '', 'x', Buffer.from('300102', 'hex'), certificate.raw.subarray(0, 100)]) {
  attempt('no certificate', () => new crypto.X509Certificate(bytes));
}
attempt('key of it', () => crypto.createPublicKey(read('certificate.pem')).equals(certificate.publicKey));

const bundle = read('bundle.p12');
attempt('bundle', () => {
  const { privateKey, certificate: own, additionalCertificates } = crypto.parsePKCS12(bundle, { passphrase: 'secret' });
  return [privateKey.equals(key), own.subject, additionalCertificates.map((other) => other.subject)];
});
attempt('wrong', () => crypto.parsePKCS12(bundle, { passphrase: 'x' }));
attempt('none', () => crypto.parsePKCS12(bundle));
attempt('cut', () => crypto.parsePKCS12(bundle.subarray(0, 50)));
attempt('text', () => crypto.parsePKCS12('x'));
