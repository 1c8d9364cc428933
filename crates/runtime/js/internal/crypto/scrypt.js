// scrypt(): keys out of passwords, at the cost of time and memory.
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { bytesOf } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');
const { validateFunction, validateInt32, validateInteger, validateUint32 } = require('internal/validators');

const kCost = 16384;
const kBlockSize = 8;
const kParallelization = 1;
const kMaxMemory = 32 * 1024 * 1024;

// An option that has a short name and a long one; 0 means the default.
function numberOf(options, short, long, usual) {
  let value = usual;
  if (options[short] !== undefined) {
    value = options[short];
    validateUint32(value, short);
  }
  if (options[long] !== undefined) {
    if (options[short] !== undefined) throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR(short, long);
    value = options[long];
    validateUint32(value, long);
  }
  return value || usual;
}

function memoryOf({ maxmem }) {
  if (maxmem === undefined) return kMaxMemory;
  validateInteger(maxmem, 'maxmem', 0);
  return maxmem || kMaxMemory;
}

function prepare(password, salt, keylen, options) {
  const secret = bytesOf(password, 'password');
  const grains = bytesOf(salt, 'salt');
  validateInt32(keylen, 'keylen', 0);
  let cost = [kCost, kBlockSize, kParallelization, kMaxMemory];
  if (options && options !== true) {
    cost = [
      numberOf(options, 'N', 'cost', kCost),
      numberOf(options, 'r', 'blockSize', kBlockSize),
      numberOf(options, 'p', 'parallelization', kParallelization),
      memoryOf(options),
    ];
    native.checkScrypt(...cost);
  }
  return [secret, grains, keylen, ...cost];
}

function scrypt(password, salt, keylen, options, callback = options) {
  if (callback === options) options = undefined;
  const job = prepare(password, salt, keylen, options);
  validateFunction(callback, 'callback');
  native.scrypt(...job, (error, key) => {
    if (error) callback(error);
    else callback(null, asBuffer(key));
  });
}

function scryptSync(password, salt, keylen, options) {
  return asBuffer(native.scrypt(...prepare(password, salt, keylen, options)));
}

module.exports = { scrypt, scryptSync };
