// SubtleCrypto: there to be seen, but nothing of it works yet.
'use strict';

const { codes } = require('internal/errors');
const { functions } = require('internal/unimplemented');

const kMakes = Symbol('kMakes');

class SubtleCrypto {
  constructor(key = undefined) {
    if (key !== kMakes) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }
}
Object.assign(SubtleCrypto.prototype, functions('crypto.subtle', [
  'encrypt', 'decrypt', 'sign', 'verify', 'digest', 'generateKey', 'deriveKey', 'deriveBits', 'importKey', 'exportKey',
  'wrapKey', 'unwrapKey',
]));
Object.defineProperty(SubtleCrypto.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'SubtleCrypto', configurable: true,
});

module.exports = { SubtleCrypto, subtle: new SubtleCrypto(kMakes) };
