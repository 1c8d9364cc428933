// X509Certificate, and certificates in their old form, as tls has them.
'use strict';

const native = binding('crypto');
const { kClone } = require('internal/cloneable');
const { asBuffer } = require('internal/crypto/encodings');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { validateBoolean, validateObject, validateString } = require('internal/validators');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
// Numbers of the binding's for what it can tell of a certificate.
const kFacts = {
  __proto__: null,
  subject: 0,
  issuer: 1,
  subjectAltName: 2,
  infoAccess: 3,
  validFrom: 4,
  validTo: 5,
  fromSeconds: 6,
  toSeconds: 7,
  fingerprint: 8,
  fingerprint256: 9,
  fingerprint512: 10,
  keyUsage: 11,
  serialNumber: 12,
  signatureAlgorithm: 13,
  signatureAlgorithmOid: 14,
  ca: 15,
};
const [kHost, kEmail, kAddress] = [0, 1, 2];
// Flags of OpenSSL's (X509_CHECK_FLAG_...), by the options that set them.
const kAlwaysSubject = 1;
const kNoWildcards = 2;
const kNoPartialWildcards = 4;
const kMultiLabelWildcards = 8;
const kSingleLabelSubdomains = 16;
const kNeverSubject = 32;

// The handle behind a certificate; undefined for other values.
let handleOf;
let cacheOf;
let fromHandle;
// Given to the constructor in place of bytes.
class OfHandle {
  constructor(handle) {
    this.handle = handle;
  }
}

class X509Certificate {
  #handle;
  #cache = new Map();

  constructor(buffer) {
    if (buffer instanceof OfHandle) {
      this.#handle = buffer.handle;
      return;
    }
    if (typeof buffer !== 'string' && !isArrayBufferView(buffer)) {
      throw new codes.ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
    }
    this.#handle = native.readCertificate(buffer);
  }

  static {
    handleOf = (value) => (typeof value === 'object' && value !== null && #handle in value ? value.#handle : undefined);
    cacheOf = (value) => value.#cache;
    fromHandle = (handle) => new X509Certificate(new OfHandle(handle));
  }

  [kInspect](depth, options) {
    if (depth < 0) return this;
    const shown = {
      subject: this.subject,
      subjectAltName: this.subjectAltName,
      issuer: this.issuer,
      infoAccess: this.infoAccess,
      validFrom: this.validFrom,
      validTo: this.validTo,
      validFromDate: this.validFromDate,
      validToDate: this.validToDate,
      fingerprint: this.fingerprint,
      fingerprint256: this.fingerprint256,
      fingerprint512: this.fingerprint512,
      keyUsage: this.keyUsage,
      serialNumber: this.serialNumber,
      signatureAlgorithm: this.signatureAlgorithm,
      signatureAlgorithmOid: this.signatureAlgorithmOid,
    };
    const { inspect } = require('internal/util/inspect');
    const deeper = { ...options, depth: options.depth === null ? null : options.depth - 1 };
    return `X509Certificate ${inspect(shown, deeper)}`;
  }

  get subject() {
    return fact(this, 'subject');
  }

  get subjectAltName() {
    return fact(this, 'subjectAltName');
  }

  get issuer() {
    return fact(this, 'issuer');
  }

  get issuerCertificate() {
    return cached(this, 'issuerCertificate', () => undefined);
  }

  get infoAccess() {
    return fact(this, 'infoAccess');
  }

  get validFrom() {
    return fact(this, 'validFrom');
  }

  get validTo() {
    return fact(this, 'validTo');
  }

  get validFromDate() {
    return new Date(fact(this, 'fromSeconds') * 1000);
  }

  get validToDate() {
    return new Date(fact(this, 'toSeconds') * 1000);
  }

  get fingerprint() {
    return fact(this, 'fingerprint');
  }

  get fingerprint256() {
    return fact(this, 'fingerprint256');
  }

  get fingerprint512() {
    return fact(this, 'fingerprint512');
  }

  get keyUsage() {
    return fact(this, 'keyUsage');
  }

  get serialNumber() {
    return fact(this, 'serialNumber');
  }

  get signatureAlgorithm() {
    return fact(this, 'signatureAlgorithm');
  }

  get signatureAlgorithmOid() {
    return fact(this, 'signatureAlgorithmOid');
  }

  get raw() {
    return cached(this, 'raw', (handle) => asBuffer(native.certificateDer(handle)));
  }

  get publicKey() {
    return cached(this, 'publicKey', (handle) => {
      const { PublicKeyObject } = require('internal/crypto/keys');
      return new PublicKeyObject(native.certificateKey(handle));
    });
  }

  toString() {
    return cached(this, 'pem', native.certificatePem);
  }

  // As a script would have it: there is no form of JSON for certificates.
  toJSON() {
    return this.toString();
  }

  get ca() {
    return fact(this, 'ca');
  }

  checkHost(name, options) {
    return checkName(this, kHost, name, 'name', options);
  }

  checkEmail(email, options) {
    return checkName(this, kEmail, email, 'email', options);
  }

  checkIP(ip, options) {
    return checkName(this, kAddress, ip, 'ip', options);
  }

  checkIssued(otherCert) {
    const other = handleOf(otherCert);
    if (other === undefined) throw new codes.ERR_INVALID_ARG_TYPE('otherCert', 'X509Certificate', otherCert);
    return native.certificateIssuedBy(handle(this), other);
  }

  checkPrivateKey(pkey) {
    return native.certificateFitsKey(handle(this), keyOfType(pkey, 'private'));
  }

  verify(pkey) {
    return native.certificateVerifies(handle(this), keyOfType(pkey, 'public'));
  }

  toLegacyObject() {
    return cached(this, 'legacy', legacyObject);
  }
}

Object.defineProperty(X509Certificate.prototype, kClone, {
  __proto__: null, value() { return fromHandle(handle(this)); },
});

function handle(certificate) {
  const found = handleOf(certificate);
  if (found === undefined) throw new codes.ERR_INVALID_THIS('X509Certificate');
  return found;
}

function cached(certificate, name, make) {
  const own = handle(certificate);
  const cache = cacheOf(certificate);
  if (!cache.has(name)) cache.set(name, make(own));
  return cache.get(name);
}

function fact(certificate, name) {
  return cached(certificate, name, (own) => native.certificateFacts(own, kFacts[name]));
}

function keyOfType(pkey, type) {
  const { isKeyObject, keyParts } = require('internal/crypto/keys');
  if (!isKeyObject(pkey)) throw new codes.ERR_INVALID_ARG_TYPE('pkey', 'KeyObject', pkey);
  const parts = keyParts(pkey);
  if (parts.type !== type) throw new codes.ERR_INVALID_ARG_VALUE('pkey', pkey);
  return parts.handle;
}

const kSubjects = { __proto__: null, default: 0, always: kAlwaysSubject, never: kNeverSubject };

// The flags that options ask for.
function flagsOf(options) {
  if (options === undefined) return 0;
  validateObject(options, 'options');
  const {
    subject = 'default', wildcards = true, partialWildcards = true, multiLabelWildcards = false,
    singleLabelSubdomains = false,
  } = options;
  validateString(subject, 'options.subject');
  validateBoolean(wildcards, 'options.wildcards');
  validateBoolean(partialWildcards, 'options.partialWildcards');
  validateBoolean(multiLabelWildcards, 'options.multiLabelWildcards');
  validateBoolean(singleLabelSubdomains, 'options.singleLabelSubdomains');
  if (kSubjects[subject] === undefined) throw new codes.ERR_INVALID_ARG_VALUE('options.subject', subject);
  return kSubjects[subject] |
    (wildcards ? 0 : kNoWildcards) |
    (partialWildcards ? 0 : kNoPartialWildcards) |
    (multiLabelWildcards ? kMultiLabelWildcards : 0) |
    (singleLabelSubdomains ? kSingleLabelSubdomains : 0);
}

function checkName(certificate, what, name, argument, options) {
  const own = handle(certificate);
  validateString(name, argument);
  const found = native.certificateCheck(own, what, name, flagsOf(options));
  if (found !== false) return found;
  throw Object.assign(new TypeError('Invalid name'), { code: 'ERR_INVALID_ARG_VALUE' });
}

// Values under names that may come more than once.
function gather(list) {
  const names = { __proto__: null };
  for (let i = 0; i < list.length; i += 2) {
    const known = names[list[i]];
    if (known === undefined) names[list[i]] = list[i + 1];
    else if (Array.isArray(known)) known.push(list[i + 1]);
    else names[list[i]] = [known, list[i + 1]];
  }
  return names;
}

// The lines of infoAccess as lists under what they are.
function accessLists(text) {
  if (text === undefined) return undefined;
  const lists = { __proto__: null };
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    let value = line.slice(colon + 1);
    if (value[0] === '"') value = JSON.parse(value);
    (lists[name] ??= []).push(value);
  }
  return lists;
}

// A certificate as getPeerCertificate() gives it.
function legacyObject(own) {
  const tell = (name) => native.certificateFacts(own, kFacts[name]);
  const key = native.certificateKeyFacts(own) ?? [];
  const isRsa = key[0] === 'rsa';
  const isEc = key[0] === 'ec';
  return {
    subject: gather(native.certificateNames(own, false)),
    issuer: gather(native.certificateNames(own, true)),
    subjectaltname: tell('subjectAltName'),
    infoAccess: accessLists(tell('infoAccess')),
    ca: tell('ca'),
    modulus: isRsa ? key[1] : undefined,
    exponent: isRsa ? `0x${key[2]}` : undefined,
    pubkey: key[4] === undefined ? undefined : asBuffer(key[4]),
    bits: key[3],
    valid_from: tell('validFrom'),
    valid_to: tell('validTo'),
    fingerprint: tell('fingerprint'),
    fingerprint256: tell('fingerprint256'),
    fingerprint512: tell('fingerprint512'),
    ext_key_usage: tell('keyUsage'),
    serialNumber: tell('serialNumber'),
    raw: asBuffer(native.certificateDer(own)),
    asn1Curve: isEc ? key[1] : undefined,
    nistCurve: isEc ? key[2] : undefined,
  };
}

function isX509Certificate(value) {
  return handleOf(value) !== undefined;
}

// Notes the certificate of the issuer, where that came along.
function setIssuerCertificate(certificate, issuer) {
  cacheOf(certificate).set('issuerCertificate', issuer);
}

module.exports = {
  setIssuerCertificate,
  X509Certificate,
  certificateHandle: (value) => handleOf(value),
  fromHandle: (own) => fromHandle(own),
  isX509Certificate,
  legacyObject,
};
