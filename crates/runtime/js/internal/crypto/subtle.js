// SubtleCrypto: checks what it is given, finds the algorithm, and has it do the work.
'use strict';

const { codes } = require('internal/errors');
const { cryptoKey, partsOf } = require('internal/crypto/webcrypto/crypto_key');
const { dataError, invalidAccess, notSupported, syntaxError } = require('internal/crypto/webcrypto/failure');
const {
  Place, isObject, toAlgorithm, toBoolean, toBytes, toCryptoKey, toFormat, toJwk, toUnsignedLong, toUsages, typeError,
} = require('internal/crypto/webcrypto/idl');
const { functionsFor, has, normalize, warnOf } = require('internal/crypto/webcrypto/registry');

const kMakes = Symbol('kMakes');
const kOrdinals = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'];

// The arguments of a method, converted one after the other.
class Arguments {
  constructor(method, given, required) {
    this.prefix = `Failed to execute '${method}' on 'SubtleCrypto'`;
    this.given = given;
    if (given.length < required) {
      const count = `${required} argument${required === 1 ? '' : 's'} required, but only ${given.length} present.`;
      throw typeError(`${this.prefix}: ${count}`, 'ERR_MISSING_ARGS');
    }
  }

  read(index, convert) {
    return convert(this.given[index], new Place(this.prefix, `${kOrdinals[index]} argument`));
  }
}

// Refuses a key that is of another algorithm, or not for this.
function checkKey(parts, { name }, usage, words) {
  if (parts.algorithm.name !== name) throw invalidAccess('Key algorithm mismatch');
  if (!parts.usages.includes(usage)) throw invalidAccess(words ?? `Unable to use this key to ${usage}`);
}

// What is imported: a JSON Web Key or bytes.
function toKeyData(format) {
  return format === 'jwk' ? toJwk : toBytes;
}

function exported(format, key) {
  const parts = partsOf(key);
  const { name } = parts.algorithm;
  if (!has(name, 'exportKey')) throw notSupported(`${name} key export is not supported`);
  if (!parts.extractable) throw invalidAccess('key is not extractable');
  return functionsFor(name).exportKey(format, parts);
}

// What each method does with its arguments.
const methods = {
  encrypt(args) {
    return cipher(args, 'encrypt');
  },

  decrypt(args) {
    return cipher(args, 'decrypt');
  },

  sign(args) {
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const data = args.read(2, toBytes);
    const { parameters, functions } = normalize(algorithm, 'sign');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'sign');
    return functions.sign(parameters, parts, data);
  },

  verify(args) {
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const signature = args.read(2, toBytes);
    const data = args.read(3, toBytes);
    const { parameters, functions } = normalize(algorithm, 'verify');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'verify');
    return functions.verify(parameters, parts, signature, data);
  },

  digest(args) {
    const algorithm = args.read(0, toAlgorithm);
    const data = args.read(1, toBytes);
    const { parameters, functions } = normalize(algorithm, 'digest');
    return functions.digest(parameters, data);
  },

  generateKey(args) {
    const algorithm = args.read(0, toAlgorithm);
    const extractable = args.read(1, toBoolean);
    const usages = args.read(2, toUsages);
    const { parameters, functions } = normalize(algorithm, 'generateKey');
    return functions.generateKey(parameters, extractable, usages);
  },

  async deriveKey(args) {
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const derived = args.read(2, toAlgorithm);
    const extractable = args.read(3, toBoolean);
    const usages = args.read(4, toUsages);
    const { parameters, functions } = normalize(algorithm, 'deriveBits');
    const target = normalize(derived, 'importKey');
    const wanted = normalize(derived, 'keyLength');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'deriveKey', 'baseKey does not have deriveKey usage');
    const length = wanted.functions.keyLength(wanted.parameters);
    const bits = await functions.deriveBits(parameters, parts, length);
    return imported('raw-secret', new Uint8Array(bits), target, extractable, usages);
  },

  deriveBits(args) {
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const length = args.given[2] === undefined || args.given[2] === null ? null : args.read(2, toUnsignedLong);
    const { parameters, functions } = normalize(algorithm, 'deriveBits');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'deriveBits', 'baseKey does not have deriveBits usage');
    return functions.deriveBits(parameters, parts, length);
  },

  importKey(args) {
    const format = args.read(0, toFormat);
    const data = args.read(1, toKeyData(format));
    const algorithm = args.read(2, toAlgorithm);
    const extractable = args.read(3, toBoolean);
    const usages = args.read(4, toUsages);
    return imported(format, data, normalize(algorithm, 'importKey'), extractable, usages);
  },

  exportKey(args) {
    const format = args.read(0, toFormat);
    return exported(format, args.read(1, toCryptoKey));
  },

  async wrapKey(args) {
    const format = args.read(0, toFormat);
    const key = args.read(1, toCryptoKey);
    const wrappingKey = args.read(2, toCryptoKey);
    const algorithm = args.read(3, toAlgorithm);
    const { run, parts } = wrapper(algorithm, wrappingKey, 'wrapKey', 'encrypt');
    let data = exported(format, key);
    if (format === 'jwk') data = require('buffer').Buffer.from(JSON.stringify(data));
    // Of a text AES-KW takes whole blocks only.
    if (format === 'jwk' && parts.algorithm.name === 'AES-KW') data = padded(data);
    return run(new Uint8Array(data));
  },

  async unwrapKey(args) {
    const format = args.read(0, toFormat);
    const wrapped = args.read(1, toBytes);
    const unwrappingKey = args.read(2, toCryptoKey);
    const algorithm = args.read(3, toAlgorithm);
    const target = args.read(4, toAlgorithm);
    const extractable = args.read(5, toBoolean);
    const usages = args.read(6, toUsages);
    const normalized = normalize(target, 'importKey');
    const { run } = wrapper(algorithm, unwrappingKey, 'unwrapKey', 'decrypt');
    const bytes = new Uint8Array(await run(wrapped));
    const data = format === 'jwk' ? parsedJwk(bytes, args) : bytes;
    return imported(format, data, normalized, extractable, usages);
  },

  getPublicKey(args) {
    warnOf('getPublicKey', 'method');
    const key = args.read(0, toCryptoKey);
    const usages = args.read(1, toUsages);
    const { type, handle, algorithm } = partsOf(key);
    if (!has(algorithm.name, 'publicKey')) throw notSupported('key must be a private key');
    if (type !== 'private') throw invalidAccess('key must be a private key');
    const allowed = functionsFor(algorithm.name).publicUses(algorithm);
    if (usages.some((usage) => !allowed.includes(usage))) {
      throw syntaxError(`Unsupported key usage for ${algorithm.name} key`);
    }
    return cryptoKey('public', binding('crypto').publicOf(handle), algorithm, true, usages);
  },

  encapsulateBits(args) {
    warnOf('encapsulateBits', 'method');
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const { parameters, functions } = normalize(algorithm, 'encapsulate');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'encapsulateBits', 'encapsulationKey does not have encapsulateBits usage');
    return functions.encapsulate(parameters, parts);
  },

  async encapsulateKey(args) {
    warnOf('encapsulateKey', 'method');
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const target = args.read(2, toAlgorithm);
    const extractable = args.read(3, toBoolean);
    const usages = args.read(4, toUsages);
    const { parameters, functions } = normalize(algorithm, 'encapsulate');
    const normalized = normalize(target, 'importKey');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'encapsulateKey', 'encapsulationKey does not have encapsulateKey usage');
    const { sharedKey, ciphertext } = await functions.encapsulate(parameters, parts);
    const shared = imported('raw-secret', new Uint8Array(sharedKey), normalized, extractable, usages);
    return { ciphertext, sharedKey: shared };
  },

  decapsulateBits(args) {
    warnOf('decapsulateBits', 'method');
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const ciphertext = args.read(2, toBytes);
    const { parameters, functions } = normalize(algorithm, 'decapsulate');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'decapsulateBits', 'decapsulationKey does not have decapsulateBits usage');
    return functions.decapsulate(parameters, parts, ciphertext);
  },

  async decapsulateKey(args) {
    warnOf('decapsulateKey', 'method');
    const algorithm = args.read(0, toAlgorithm);
    const key = args.read(1, toCryptoKey);
    const ciphertext = args.read(2, toBytes);
    const target = args.read(3, toAlgorithm);
    const extractable = args.read(4, toBoolean);
    const usages = args.read(5, toUsages);
    const { parameters, functions } = normalize(algorithm, 'decapsulate');
    const normalized = normalize(target, 'importKey');
    const parts = partsOf(key);
    checkKey(parts, parameters, 'decapsulateKey', 'decapsulationKey does not have decapsulateKey usage');
    const secret = await functions.decapsulate(parameters, parts, ciphertext);
    return imported('raw-secret', new Uint8Array(secret), normalized, extractable, usages);
  },
};

function cipher(args, operation) {
  const algorithm = args.read(0, toAlgorithm);
  const key = args.read(1, toCryptoKey);
  const data = args.read(2, toBytes);
  const { parameters, functions } = normalize(algorithm, operation);
  const parts = partsOf(key);
  checkKey(parts, parameters, operation);
  return functions[operation](parameters, parts, data);
}

function imported(format, data, { parameters, functions }, extractable, usages) {
  if (format === 'jwk' && data.kty === undefined) throw dataError('Invalid keyData');
  return functions.importKey(format, data, parameters, extractable, usages);
}

// What wraps or unwraps: the algorithm's own way, or its encryption.
function wrapper(algorithm, key, operation, otherwise) {
  let normalized;
  let used = operation;
  try {
    normalized = normalize(algorithm, operation);
  } catch {
    normalized = normalize(algorithm, otherwise);
    used = otherwise;
  }
  const { parameters, functions } = normalized;
  const parts = partsOf(key);
  checkKey(parts, parameters, operation);
  return { parts, run: (data) => functions[used](parameters, parts, data) };
}

function padded(data) {
  const { Buffer } = require('buffer');
  const missing = (8 - data.length % 8) % 8;
  return missing === 0 ? data : Buffer.concat([data, Buffer.alloc(missing, ' ')]);
}

// Text that was wrapped as a JSON Web Key.
function parsedJwk(bytes, args) {
  let value;
  try {
    value = JSON.parse(require('buffer').Buffer.from(bytes).utf8Slice());
  } catch (error) {
    throw dataError('Invalid wrapped JWK key', error);
  }
  if (!isObject(value)) throw dataError('Invalid wrapped JWK key');
  return toJwk(value, new Place(args.prefix, 'wrapped key'));
}

// How many arguments each method must have.
const kRequired = {
  __proto__: null, encrypt: 3, decrypt: 3, sign: 3, verify: 4, digest: 2, generateKey: 3, deriveKey: 5, deriveBits: 2,
  importKey: 5, exportKey: 2, wrapKey: 4, unwrapKey: 7, getPublicKey: 2, encapsulateBits: 2, encapsulateKey: 5,
  decapsulateBits: 3, decapsulateKey: 6,
};

class SubtleCrypto {
  constructor(key = undefined) {
    if (key !== kMakes) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  static supports(operation, algorithm) {
    warnOf('supports', 'method');
    if (this !== SubtleCrypto) throw new codes.ERR_INVALID_THIS('SubtleCrypto constructor');
    return require('internal/crypto/webcrypto/supports').supports(arguments);
  }
}

// A method gives a promise whatever happens.
function method(name, body) {
  const required = kRequired[name];
  const wrapped = {
    [name](...given) {
      if (this !== subtle) return Promise.reject(new codes.ERR_INVALID_THIS('SubtleCrypto'));
      return new Promise((resolve) => {
        resolve(body(new Arguments(name, given, required)));
      });
    },
  }[name];
  Object.defineProperty(wrapped, 'length', { __proto__: null, value: required, configurable: true });
  return wrapped;
}

for (const name of Object.keys(methods)) {
  Object.defineProperty(SubtleCrypto.prototype, name, {
    __proto__: null, value: method(name, methods[name]), writable: true, enumerable: true, configurable: true,
  });
}
Object.defineProperty(SubtleCrypto.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'SubtleCrypto', configurable: true,
});
Object.defineProperty(SubtleCrypto, 'supports', { __proto__: null, enumerable: true });

const subtle = new SubtleCrypto(kMakes);

module.exports = { SubtleCrypto, subtle };
