// SubtleCrypto.supports(): whether an operation would begin with such parameters. (Web Cryptography's modern algorithms,
// section on the feature's detection.)
'use strict';

const { has, normalize } = require('internal/crypto/webcrypto/registry');
const { Place, toAlgorithm, toText, toUnsignedLong, typeError } = require('internal/crypto/webcrypto/idl');

const kPrefix = "Failed to execute 'supports' on 'SubtleCrypto'";

// What an operation needs of the registry under other names, and which algorithm its third argument is for.
const kOperations = {
  __proto__: null,
  encrypt: plain('encrypt'),
  decrypt: plain('decrypt'),
  sign: plain('sign'),
  verify: plain('verify'),
  digest: plain('digest'),
  generateKey: plain('generateKey'),
  importKey: plain('importKey'),
  exportKey: plain('exportKey'),
  encapsulateBits: plain('encapsulate'),
  decapsulateBits: plain('decapsulate'),
  getPublicKey: (algorithm) => passes(algorithm, 'exportKey') && has(nameOf(algorithm), 'publicKey'),
  deriveBits: (algorithm, third, place) => {
    const length = third === null || third === undefined ? null : toUnsignedLong(third, place);
    return passes(algorithm, 'deriveBits', length);
  },
  deriveKey(algorithm, third, place) {
    const derived = toAlgorithm(third, place);
    return passes(derived, 'importKey') && attempt(() => {
      const { parameters, functions } = normalize(derived, 'keyLength');
      return passes(algorithm, 'deriveBits', functions.keyLength(parameters));
    });
  },
  wrapKey: wrapping('wrapKey', 'encrypt', 'exportKey'),
  unwrapKey: wrapping('unwrapKey', 'decrypt', 'importKey'),
  encapsulateKey: sharing('encapsulate'),
  decapsulateKey: sharing('decapsulate'),
};

function plain(operation) {
  return (algorithm) => passes(algorithm, operation);
}

function wrapping(own, otherwise, ofKey) {
  return (algorithm, third, place) => {
    const other = toAlgorithm(third, place);
    return passes(other, ofKey) && (passes(algorithm, own) || passes(algorithm, otherwise));
  };
}

// The shared secret must be one that the other algorithm takes as a key.
function sharing(operation) {
  return (algorithm, third, place) => {
    const other = toAlgorithm(third, place);
    if (!passes(algorithm, operation) || !passes(other, 'importKey')) return false;
    return attempt(() => {
      const { functions: { sharedBits } } = normalize(algorithm, operation);
      const { parameters, functions } = normalize(other, 'importKey');
      return functions.takesBits !== undefined && functions.takesBits(parameters, sharedBits);
    });
  };
}

function nameOf(algorithm) {
  return `${typeof algorithm === 'object' ? algorithm.name : algorithm}`;
}

function attempt(body) {
  try {
    return body();
  } catch {
    return false;
  }
}

// Whether the parameters are there, and are such that the operation would begin.
function passes(algorithm, operation, length) {
  return attempt(() => {
    const { parameters, functions } = normalize(algorithm, operation);
    functions.checks[operation]?.(parameters, length);
    return true;
  });
}

function supports(given) {
  if (given.length < 2) {
    throw typeError(`${kPrefix}: 2 arguments required, but only ${given.length} present.`, 'ERR_MISSING_ARGS');
  }
  const operation = toText(given[0], new Place(kPrefix, '1st argument'));
  const algorithm = toAlgorithm(given[1], new Place(kPrefix, '2nd argument'));
  const check = kOperations[operation];
  return check !== undefined && check(algorithm, given[2] ?? null, new Place(kPrefix, '3rd argument'));
}

module.exports = { supports };
