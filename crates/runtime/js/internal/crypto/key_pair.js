// generateKeyPair(): new pairs of keys.
'use strict';

const native = binding('crypto');
const { codes } = require('internal/errors');
const { customPromisifyArgs } = require('internal/util');
const { isArrayBufferView } = require('internal/util/types');
const {
  validateFunction, validateInt32, validateObject, validateString, validateUint32,
} = require('internal/validators');

const kUsualExponent = 0x10001;
const kUsualGenerator = 2;

// The plans of kinds that have options: what the binding is to be given.
const planners = {
  __proto__: null,
  rsa: (options) => rsaNumbers(options),
  'rsa-pss'(options) {
    const numbers = rsaNumbers(options);
    const { saltLength, hashAlgorithm, mgf1HashAlgorithm } = options;
    if (saltLength !== undefined) validateInt32(saltLength, 'options.saltLength', 0);
    if (hashAlgorithm !== undefined) validateString(hashAlgorithm, 'options.hashAlgorithm');
    if (mgf1HashAlgorithm !== undefined) validateString(mgf1HashAlgorithm, 'options.mgf1HashAlgorithm');
    for (const name of ['hash', 'mgf1Hash']) {
      if (options[name] !== undefined) {
        throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is no longer supported');
      }
    }
    checkDigest(hashAlgorithm, 'Invalid digest');
    checkDigest(mgf1HashAlgorithm, 'Invalid MGF1 digest');
    return [...numbers, hashAlgorithm, mgf1HashAlgorithm, saltLength];
  },
  dsa(options) {
    const { modulusLength } = options;
    validateUint32(modulusLength, 'options.modulusLength');
    const { divisorLength } = options;
    if (divisorLength !== undefined && divisorLength !== null) {
      validateInt32(divisorLength, 'options.divisorLength', 0);
    }
    return [modulusLength, divisorLength ?? undefined];
  },
  ec(options) {
    const { namedCurve, paramEncoding } = options;
    validateString(namedCurve, 'options.namedCurve');
    if (paramEncoding !== undefined && paramEncoding !== null && paramEncoding !== 'named' && paramEncoding !== 'explicit') {
      throw new codes.ERR_INVALID_ARG_VALUE('options.paramEncoding', paramEncoding);
    }
    return [namedCurve, paramEncoding === 'explicit'];
  },
  dh: dhPlan,
};

function rsaNumbers({ modulusLength, publicExponent = kUsualExponent }) {
  validateUint32(modulusLength, 'options.modulusLength');
  validateUint32(publicExponent ?? kUsualExponent, 'options.publicExponent');
  return [modulusLength, publicExponent ?? kUsualExponent];
}

function checkDigest(name, words) {
  if (name === undefined || require('internal/crypto/hash').algorithmNumber(name) !== undefined) return;
  throw Object.assign(new TypeError(`${words}: ${name}`), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
}

function dhPlan(options) {
  const { group, prime, primeLength, generator } = options;
  if (group !== undefined && group !== null) {
    for (const name of ['prime', 'primeLength', 'generator']) exclude(options, 'group', name);
    validateString(group, 'options.group');
    return [group];
  }
  let first;
  if (prime !== undefined && prime !== null) {
    exclude(options, 'prime', 'primeLength');
    if (!isArrayBufferView(prime)) {
      throw new codes.ERR_INVALID_ARG_TYPE('options.prime', ['Buffer', 'TypedArray', 'DataView'], prime);
    }
    first = prime;
  } else if (primeLength !== undefined && primeLength !== null) {
    validateInt32(primeLength, 'options.primeLength', 0);
    first = primeLength;
  } else {
    throw new codes.ERR_MISSING_OPTION('At least one of the group, prime, or primeLength options');
  }
  if (generator !== undefined && generator !== null) validateInt32(generator, 'options.generator', 0);
  return [first, generator ?? kUsualGenerator];
}

function exclude(options, name, other) {
  if (options[other] !== undefined && options[other] !== null) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR(name, other);
}

const kPlainKinds = new Set([
  'ed25519', 'ed448', 'x25519', 'x448', 'ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87', 'ml-kem-512', 'ml-kem-768',
  'ml-kem-1024', 'slh-dsa-sha2-128f', 'slh-dsa-sha2-128s', 'slh-dsa-sha2-192f', 'slh-dsa-sha2-192s',
  'slh-dsa-sha2-256f', 'slh-dsa-sha2-256s', 'slh-dsa-shake-128f', 'slh-dsa-shake-128s', 'slh-dsa-shake-192f',
  'slh-dsa-shake-192s', 'slh-dsa-shake-256f', 'slh-dsa-shake-256s',
]);

// As many values as the binding takes before the callback.
const kPlanned = 6;

function planOf(type, options) {
  const planner = planners[type];
  if (planner === undefined && !kPlainKinds.has(type)) {
    throw new codes.ERR_INVALID_ARG_VALUE('type', type, 'must be a supported key type');
  }
  if (planner !== undefined) validateObject(options, 'options');
  const plan = [type, ...(planner === undefined ? [] : planner(options))];
  while (plan.length < kPlanned) plan.push(undefined);
  return plan;
}

// In which forms a script wants the two keys; undefined for KeyObjects.
function outputsOf(type, options) {
  if (options === undefined) return {};
  const { privateOutput, publicOutput } = require('internal/crypto/key_forms');
  return {
    publicKey: outputOf(type, options, 'publicKeyEncoding', publicOutput),
    privateKey: outputOf(type, options, 'privateKeyEncoding', privateOutput),
  };
}

function outputOf(type, options, name, check) {
  const encoding = options[name];
  if (encoding === undefined || encoding === null) return undefined;
  if (typeof encoding !== 'object') throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, encoding);
  return check(type, encoding, `options.${name}`);
}

function prepare(type, options) {
  validateString(type, 'type');
  if (options !== undefined) validateObject(options, 'options');
  const outputs = planners[type] !== undefined || kPlainKinds.has(type) ? outputsOf(type, options) : {};
  const plan = planOf(type, options);
  const cipher = outputs.privateKey?.cipher;
  if (cipher !== undefined && native.cipherInfo(cipher) === undefined) throw new codes.ERR_CRYPTO_UNKNOWN_CIPHER();
  return { plan, outputs };
}

// The two keys as a script wants them.
function present([publicHandle, privateHandle], { publicKey, privateKey }) {
  const { PrivateKeyObject, PublicKeyObject, exported } = require('internal/crypto/keys');
  return {
    publicKey: publicKey === undefined ? new PublicKeyObject(publicHandle) : exported(publicHandle, publicKey),
    privateKey: privateKey === undefined ? new PrivateKeyObject(privateHandle) : exported(privateHandle, privateKey),
  };
}

function generateKeyPair(type, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  const { plan, outputs } = prepare(type, options);
  validateFunction(callback, 'callback');
  native.generatePair(...plan, (error, pair) => {
    if (error) {
      callback(error);
      return;
    }
    let keys;
    try {
      keys = present(pair, outputs);
    } catch (failure) {
      callback(failure);
      return;
    }
    callback(null, keys.publicKey, keys.privateKey);
  });
}
Object.defineProperty(generateKeyPair, customPromisifyArgs, {
  __proto__: null, value: ['publicKey', 'privateKey'], enumerable: false,
});

function generateKeyPairSync(type, options) {
  const { plan, outputs } = prepare(type, options);
  return present(native.generatePair(...plan), outputs);
}

module.exports = { generateKeyPair, generateKeyPairSync, planOf };
