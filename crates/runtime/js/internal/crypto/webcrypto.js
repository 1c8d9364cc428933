// The global `crypto`: random values, and the way to SubtleCrypto.
'use strict';

const native = binding('crypto');
const { codes } = require('internal/errors');
const { typedArrayName } = require('internal/util/types');

const kMakesCrypto = Symbol('kMakesCrypto');
// As many bytes getRandomValues() gives at most.
const kMostBytes = 65536;
const kIntegers = new Set([
  'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
  'BigInt64Array', 'BigUint64Array',
]);

function check(self) {
  if (self !== crypto) throw new codes.ERR_INVALID_THIS('Crypto');
}

class Crypto {
  constructor(key = undefined) {
    if (key !== kMakesCrypto) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  get subtle() {
    check(this);
    return require('internal/crypto/subtle').subtle;
  }

  getRandomValues(array) {
    check(this);
    if (arguments.length === 0) throw missingArgument('getRandomValues');
    if (!kIntegers.has(typedArrayName(array))) {
      throw failure('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    }
    if (array.byteLength > kMostBytes) throw quotaExceeded();
    native.randomFill(array, 0, array.byteLength);
    return array;
  }

  randomUUID(options = undefined) {
    check(this);
    return require('internal/crypto/uuid').randomUUID(options);
  }
}

function failure(message, name) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, name);
}

function quotaExceeded() {
  const { QuotaExceededError } = require('internal/dom_exception');
  return new QuotaExceededError('The requested length exceeds 65,536 bytes');
}

function missingArgument(name) {
  const message = `Failed to execute '${name}' on 'Crypto': 1 argument required, but only 0 present.`;
  return Object.assign(new TypeError(message), { code: 'ERR_MISSING_ARGS' });
}

for (const name of ['subtle', 'getRandomValues', 'randomUUID']) {
  Object.defineProperty(Crypto.prototype, name, { __proto__: null, enumerable: true });
}
Object.defineProperty(Crypto.prototype, Symbol.toStringTag, { __proto__: null, value: 'Crypto', configurable: true });

const crypto = new Crypto(kMakesCrypto);

// The method of `require('crypto')`, which needs no object.
function getRandomValues(array) {
  return crypto.getRandomValues(array);
}

module.exports = { Crypto, crypto, getRandomValues };
