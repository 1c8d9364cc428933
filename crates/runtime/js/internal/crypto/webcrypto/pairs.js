// Keys of pairs of SubtleCrypto: what those of all algorithms have in common.
'use strict';

const native = binding('crypto');
const { readJwk, toJwk } = require('internal/crypto/jwk');
const { formNumber, kRaw } = require('internal/crypto/key_forms');
const { cryptoKey } = require('internal/crypto/webcrypto/crypto_key');
const { dataError, invalidAccess, job, notSupported, reading } = require('internal/crypto/webcrypto/failure');
const { checkNotEmpty, checkUsages, jwkHead, wrongFormat } = require('internal/crypto/webcrypto/key_data');

const kSpki = formNumber('spki');
const kPkcs8 = formNumber('pkcs8');

// A new pair: its plan is that of generateKeyPair().
async function generatePair(plan, algorithm, extractable, usages, uses) {
  checkUsages(algorithm.name, usages, [...uses.public, ...uses.private]);
  const own = usages.filter((usage) => uses.private.includes(usage));
  checkNotEmpty(own, 'creating a key');
  const [publicHandle, privateHandle] = await job((done) => native.generatePair(...plan, done));
  const others = usages.filter((usage) => uses.public.includes(usage));
  return {
    publicKey: cryptoKey('public', publicHandle, algorithm, true, others),
    privateKey: cryptoKey('private', privateHandle, algorithm, extractable, own),
  };
}

// What an imported key is, and its handle. `raw` says which raw format there is for what, `checkMembers` looks at a
// JSON Web Key before it is read.
function readPair(format, data, name, rules, extractable, usages) {
  const { uses, raw = {}, rawKind, curve, isPrivateJwk, checkMembers } = rules;
  if (format === 'jwk') {
    const isPrivate = isPrivateJwk(data);
    const type = isPrivate ? 'private' : 'public';
    checkUsages(name, usages, uses[type]);
    checkMembers(data);
    checkUse(name, type, usages, uses);
    return { type, handle: reading(() => readJwk(data).handle) };
  }
  if (format === 'spki') {
    checkUse(name, 'public', usages, uses);
    return { type: 'public', handle: reading(() => native.readPublicKey(data, kSpki)) };
  }
  if (format === 'pkcs8') {
    checkUse(name, 'private', usages, uses);
    return { type: 'private', handle: reading(() => native.readPrivateKey(data, kPkcs8)) };
  }
  const kind = raw[format];
  if (kind === undefined) throw wrongFormat(name, format);
  const type = kind === 'raw-public' ? 'public' : 'private';
  checkUse(name, type, usages, uses);
  return { type, handle: reading(() => native.rawKey(rawKind, kRaw[kind], data, curve)) };
}

function checkUse(name, type, usages, uses) {
  checkUsages(name, usages, uses[type]);
  if (type === 'private') checkNotEmpty(usages, 'importing a private key');
}

// Refuses a key of another kind than the algorithm is for.
function checkKind(handle, kind) {
  if (native.keyKind(handle) !== kind) throw dataError('Invalid key type');
}

// A key as it is exported.
function exportPair(format, parts, raw, alg) {
  const { type, handle, algorithm } = parts;
  switch (format) {
    case 'spki':
      if (type !== 'public') throw invalidAccess('Key must be a public key');
      return native.writeKey(handle, kSpki, false).buffer;
    case 'pkcs8':
      if (type !== 'private') throw invalidAccess('Key must be a private key');
      return native.writeKey(handle, kPkcs8, false).buffer;
    case 'jwk': {
      const head = jwkHead(parts);
      if (alg !== undefined) head.alg = alg;
      return Object.assign(head, toJwk(handle));
    }
    default: {
      const kind = raw[format];
      const wanted = kind === 'raw-public' ? 'public' : 'private';
      if (kind === undefined || type !== wanted) {
        throw notSupported(`Unable to export ${algorithm.name} ${type} key using ${format} format`);
      }
      return native.rawBytes(handle, kRaw[kind], false).buffer;
    }
  }
}

module.exports = { checkKind, exportPair, generatePair, readPair };
