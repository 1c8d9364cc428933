// CryptoKey: a key, what it is for, and who may have it.
'use strict';

const { kClone, kPack } = require('internal/cloneable');
const { codes } = require('internal/errors');

const kInspect = Symbol.for('nodejs.util.inspect.custom');

// Given to the constructor by the library alone.
class Parts {
  constructor(type, handle, algorithm, extractable, usages) {
    this.type = type;
    this.handle = handle;
    this.algorithm = algorithm;
    this.extractable = extractable;
    this.usages = usages;
  }
}

// The parts behind a CryptoKey; undefined for other values.
let partsOf;

class CryptoKey {
  #parts;
  // What scripts see: objects of their own, which they may change.
  #shownAlgorithm;
  #shownUsages;

  constructor(parts = undefined) {
    if (!(parts instanceof Parts)) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#parts = parts;
  }

  static {
    partsOf = (value) =>
      (typeof value === 'object' && value !== null && #parts in value ? value.#parts : undefined);
  }

  [kInspect](depth, options) {
    if (depth < 0) return this;
    const { type, extractable, algorithm, usages } = check(this);
    const { inspect } = require('internal/util/inspect');
    const deeper = { ...options, depth: options.depth === null ? null : options.depth - 1 };
    return `CryptoKey ${inspect({ type, extractable, algorithm: shown(algorithm), usages }, deeper)}`;
  }

  get type() {
    return check(this).type;
  }

  get extractable() {
    return check(this).extractable;
  }

  get algorithm() {
    const { algorithm } = check(this);
    return this.#shownAlgorithm ??= shown(algorithm);
  }

  get usages() {
    const { usages } = check(this);
    return this.#shownUsages ??= usages.slice();
  }

  [kPack]() {
    const { type, handle, algorithm, extractable, usages } = check(this);
    return ['internal/crypto/webcrypto/crypto_key', { type, algorithm, extractable, usages }, handle];
  }
}

// One that has come from another thread.
function revive({ type, algorithm, extractable, usages }, handle) {
  return new CryptoKey(new Parts(type, handle, kept(algorithm), extractable, usages));
}

function check(self) {
  const parts = partsOf(self);
  if (parts === undefined) throw new codes.ERR_INVALID_THIS('CryptoKey');
  return parts;
}

// A copy of an algorithm, with everything in it.
function shown(algorithm) {
  const { hash, publicExponent, ...rest } = algorithm;
  const exponent = publicExponent === undefined ? undefined : { publicExponent: new Uint8Array(publicExponent) };
  return { ...rest, ...exponent, ...(hash === undefined ? undefined : { hash: { name: hash.name } }) };
}

// An algorithm as keys keep it: of the same form wherever it came from, so that keys can be compared.
function kept(algorithm) {
  return { __proto__: null, ...shown({ __proto__: null, ...algorithm }) };
}

for (const name of ['type', 'extractable', 'algorithm', 'usages']) {
  Object.defineProperty(CryptoKey.prototype, name, { __proto__: null, enumerable: true });
}
Object.defineProperty(CryptoKey.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'CryptoKey', configurable: true,
});

Object.defineProperty(CryptoKey.prototype, kClone, {
  __proto__: null, value() { return new CryptoKey(check(this)); },
});

const kOrder = [
  'encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey', 'encapsulateKey',
  'encapsulateBits', 'decapsulateKey', 'decapsulateBits',
];

// A CryptoKey. Usages are put in order, each once.
function cryptoKey(type, handle, algorithm, extractable, usages) {
  const ordered = kOrder.filter((usage) => usages.includes(usage));
  return new CryptoKey(new Parts(type, handle, kept(algorithm), extractable, ordered));
}

function isCryptoKey(value) {
  return partsOf(value) !== undefined;
}

module.exports = { revive, CryptoKey, cryptoKey, isCryptoKey, partsOf: (value) => partsOf(value) };
