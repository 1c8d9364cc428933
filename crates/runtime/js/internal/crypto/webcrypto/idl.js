// Values of scripts as Web IDL has them: what SubtleCrypto's methods are given.
'use strict';

const { isAnyArrayBuffer, isArrayBufferView, isSharedArrayBuffer, isUint8Array } = require('internal/util/types');

const kMaxUnsignedLong = 2 ** 32 - 1;

const kUsages = [
  'encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey', 'encapsulateKey',
  'encapsulateBits', 'decapsulateKey', 'decapsulateBits',
];
const kFormats = new Set(['raw', 'raw-public', 'raw-secret', 'raw-seed', 'spki', 'pkcs8', 'jwk']);

function typeError(message, code) {
  return Object.assign(new TypeError(message), { code });
}

// Where a value came from: what failed, and which value. Texts are made only for errors.
class Place {
  constructor(prefix, context) {
    this.prefix = prefix;
    this.context = context;
  }

  // The error for a value of the wrong kind.
  error(words, code = 'ERR_INVALID_ARG_TYPE') {
    return typeError(`${this.prefix}: ${this.context} ${words}`, code);
  }

  item(index) {
    return new Place(this.prefix, `${this.context}[${index}]`);
  }

  member(name) {
    return new Place(this.prefix, `${name} in ${this.context}`);
  }
}

function toText(value, place) {
  if (typeof value === 'symbol') throw place.error('cannot be converted to a string.');
  return `${value}`;
}

function toBoolean(value) {
  return Boolean(value);
}

// An integer of so many bits, which must fit.
function integer(most) {
  return (value, place) => {
    if (typeof value === 'symbol' || typeof value === 'bigint') throw place.error('cannot be converted to a number.');
    let number = Number(value);
    if (!Number.isFinite(number)) throw place.error('is not a finite number.');
    number = Math.trunc(number) + 0;
    if (number < 0 || number > most) {
      throw place.error(`is outside the expected range of 0 to ${most}.`, 'ERR_OUT_OF_RANGE');
    }
    return number;
  };
}

const toUnsignedLong = integer(kMaxUnsignedLong);
const toUnsignedShort = integer(2 ** 16 - 1);
const toOctet = integer(2 ** 8 - 1);

// A copy of the bytes of a buffer or view, which nobody changes meanwhile.
function toBytes(value, place) {
  let bytes;
  if (isArrayBufferView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    if (!isSharedArrayBuffer(buffer)) bytes = viewOf(buffer, byteOffset, byteLength);
  } else if (isAnyArrayBuffer(value) && !isSharedArrayBuffer(value)) {
    bytes = viewOf(value, 0, value.byteLength);
  }
  if (bytes === undefined) throw place.error('is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.');
  return new Uint8Array(bytes);
}

// Bytes of a buffer; one that was given away has none.
function viewOf(buffer, start, length) {
  return length === 0 ? new Uint8Array(0) : new Uint8Array(buffer, start, length);
}

// A number of any size, its highest byte first.
function toBigInteger(value, place) {
  if (!isUint8Array(value)) throw place.error('is not of type Uint8Array.');
  return value;
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function toSequence(value, place) {
  if (!isObject(value)) throw place.error('cannot be converted to sequence.');
  const method = value[Symbol.iterator];
  if (method === undefined || method === null) throw place.error('cannot be converted to sequence.');
  const iterator = method.call(value);
  const list = [];
  for (let step = iterator.next(); !step.done; step = iterator.next()) list.push(step.value);
  return list;
}

function toFormat(value, place) {
  const format = toText(value, place);
  if (kFormats.has(format)) return format;
  throw place.error(`'${format}' is not a valid enum value of type KeyFormat.`, 'ERR_INVALID_ARG_VALUE');
}

function toUsages(value, place) {
  return toSequence(value, place).map((item, index) => {
    const usage = toText(item, place.item(index));
    if (kUsages.includes(usage)) return usage;
    const where = place.item(index);
    throw where.error(`'${usage}' is not a valid enum value of type KeyUsage.`, 'ERR_INVALID_ARG_VALUE');
  });
}

function toCryptoKey(value, place) {
  if (require('internal/crypto/webcrypto/crypto_key').isCryptoKey(value)) return value;
  throw place.error('is not of type CryptoKey.');
}

// An algorithm as it is given: an object, or its name.
function toAlgorithm(value, place) {
  return isObject(value) ? value : toText(value, place);
}

const kJwkTexts = [
  'alg', 'crv', 'd', 'dp', 'dq', 'e', 'k', 'kty', 'n', 'p', 'priv', 'pub', 'q', 'qi', 'use', 'x', 'y',
];

// A JSON Web Key, member by member.
function toJwk(value, place) {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw typeError(`${place.prefix}: ${place.context} cannot be converted to a dictionary`, 'ERR_INVALID_ARG_TYPE');
  const jwk = { __proto__: null };
  for (const name of kJwkTexts) {
    const member = value[name];
    if (member !== undefined) jwk[name] = toText(member, place.member(name));
  }
  if (value.ext !== undefined) jwk.ext = toBoolean(value.ext);
  if (value.key_ops !== undefined) {
    const where = place.member('key_ops');
    jwk.key_ops = toSequence(value.key_ops, where).map((item) => toText(item, where));
  }
  return jwk;
}

module.exports = {
  Place,
  isObject,
  kUsages,
  toAlgorithm,
  toBigInteger,
  toBoolean,
  toBytes,
  toCryptoKey,
  toFormat,
  toJwk,
  toOctet,
  toText,
  toUnsignedLong,
  toUnsignedShort,
  toUsages,
  typeError,
};
