// Prime numbers.
'use strict';

const native = binding('crypto');
const { codes } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateFunction, validateInt32, validateObject } = require('internal/validators');

const kTypes = ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'];

// A number as bytes, the highest first; those of a script are taken as they are.
function bytesOf(value, name) {
  if (isAnyArrayBuffer(value) || isArrayBufferView(value)) return value;
  if (typeof value !== 'bigint') throw new codes.ERR_INVALID_ARG_TYPE(name, kTypes, value);
  if (value < 0n) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0', value);
  const digits = value.toString(16);
  return require('buffer').Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

function numberOf(bytes) {
  return BigInt(`0x${require('buffer').Buffer.from(bytes).toString('hex')}`);
}

function prepare(size, options) {
  validateInt32(size, 'size', 1);
  validateObject(options, 'options');
  const { safe = false, bigint = false, add, rem } = options;
  validateBoolean(safe, 'options.safe');
  validateBoolean(bigint, 'options.bigint');
  return {
    isBig: bigint,
    job: [
      size, safe,
      add === undefined ? undefined : bytesOf(add, 'options.add'),
      rem === undefined ? undefined : bytesOf(rem, 'options.rem'),
    ],
  };
}

function generatePrime(size, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  validateFunction(callback, 'callback');
  const { job, isBig } = prepare(size, options);
  native.generatePrime(...job, (error, prime) => {
    if (error) callback(error);
    else callback(undefined, isBig ? numberOf(prime) : prime);
  });
}

function generatePrimeSync(size, options = kEmptyObject) {
  const { job, isBig } = prepare(size, options);
  const prime = native.generatePrime(...job);
  return isBig ? numberOf(prime) : prime;
}

function prepareCheck(candidate, options) {
  const bytes = bytesOf(candidate, 'candidate');
  validateObject(options, 'options');
  const { checks = 0 } = options;
  validateInt32(checks, 'options.checks', 0);
  return [bytes, checks];
}

function checkPrime(candidate, options = kEmptyObject, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = kEmptyObject;
  }
  const job = prepareCheck(candidate, options);
  validateFunction(callback, 'callback');
  native.checkPrime(...job, (error, isPrime) => {
    if (error) callback(error);
    else callback(undefined, isPrime);
  });
}

function checkPrimeSync(candidate, options = kEmptyObject) {
  return native.checkPrime(...prepareCheck(candidate, options));
}

module.exports = { checkPrime, checkPrimeSync, generatePrime, generatePrimeSync };
