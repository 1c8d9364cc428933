// argon2(): keys out of passwords (RFC 9106).
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { bytesOf } = require('internal/crypto/secrets');
const {
  validateFunction, validateInteger, validateObject, validateOneOf, validateString,
} = require('internal/validators');

const kKinds = ['argon2d', 'argon2i', 'argon2id'];
const kMax = 2 ** 32 - 1;
const kMostLanes = 2 ** 24 - 1;

function lengthOf(bytes) {
  return typeof bytes === 'string' ? require('buffer').Buffer.byteLength(bytes) : bytes.byteLength;
}

// Bytes among the parameters, of a length within bounds.
function bytesWithin(parameters, name, least) {
  const bytes = bytesOf(parameters[name], `parameters.${name}`);
  validateInteger(lengthOf(bytes), `parameters.${name}.byteLength`, least, kMax);
  return bytes;
}

function optionalBytes(parameters, name) {
  return parameters[name] === undefined ? '' : bytesWithin(parameters, name, 0);
}

function prepare(algorithm, parameters) {
  validateString(algorithm, 'algorithm');
  validateOneOf(algorithm, 'algorithm', kKinds);
  validateObject(parameters, 'parameters');
  const message = bytesWithin(parameters, 'message', 0);
  const nonce = bytesWithin(parameters, 'nonce', 8);
  const { parallelism, tagLength, memory, passes } = parameters;
  validateInteger(parallelism, 'parameters.parallelism', 1, kMostLanes);
  validateInteger(tagLength, 'parameters.tagLength', 4, kMax);
  validateInteger(memory, 'parameters.memory', 8 * parallelism, kMax);
  validateInteger(passes, 'parameters.passes', 1, kMax);
  const secret = optionalBytes(parameters, 'secret');
  const associatedData = optionalBytes(parameters, 'associatedData');
  const kind = kKinds.indexOf(algorithm);
  return [kind, message, nonce, secret, associatedData, parallelism, memory, passes, tagLength];
}

function argon2(algorithm, parameters, callback) {
  const job = prepare(algorithm, parameters);
  validateFunction(callback, 'callback');
  native.argon2(...job, (error, key) => {
    if (error) callback(error);
    else callback(null, asBuffer(key));
  });
}

function argon2Sync(algorithm, parameters) {
  return asBuffer(native.argon2(...prepare(algorithm, parameters)));
}

module.exports = { argon2, argon2Sync };
