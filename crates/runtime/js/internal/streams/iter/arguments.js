// The arguments of stream/iter's functions. Options are converted as the web's dictionaries are: in the
// order of their names, values turned into the type that is wanted.
'use strict';

const { codes } = require('internal/errors');
const { isUint8Array, isAnyArrayBuffer } = require('internal/buffer/fast_buffer');

const { encode } = binding('encoding');

const kPolicies = ['strict', 'unbounded', 'drop-oldest', 'drop-newest'];
const kSmallestBudget = 16384;

const kNoOptions = { __proto__: null };

function conversionError(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

// Options that may be left out.
function optionsFrom(value) {
  if (value === undefined || value === null) return kNoOptions;
  if (typeof value !== 'object' && typeof value !== 'function') {
    throw conversionError('ERR_INVALID_ARG_TYPE', 'options cannot be converted to a dictionary');
  }
  return value;
}

function signalFrom(options) {
  const { signal } = options;
  if (signal !== undefined && !(signal instanceof require('internal/abort_controller').AbortSignal)) {
    throw conversionError('ERR_INVALID_ARG_TYPE', 'signal in options is not of type AbortSignal.');
  }
  return signal;
}

// The signal of a call that has no other option.
function signalOf(options) {
  return options === undefined ? undefined : signalFrom(optionsFrom(options));
}

function policyFrom(options) {
  const { backpressure } = options;
  if (backpressure === undefined) return 'strict';
  const policy = `${backpressure}`;
  if (kPolicies.includes(policy)) return policy;
  throw conversionError('ERR_INVALID_ARG_VALUE',
                        `backpressure in options '${policy}' is not a valid enum value of type BackpressurePolicy.`);
}

function budgetFrom(options, usual) {
  if (options.budget === undefined) return usual;
  const number = Number(options.budget);
  const budget = Number.isFinite(number) ? Math.trunc(number) + 0 : 0;
  require('internal/validators').validateInteger(budget, 'options.budget', kSmallestBudget);
  return budget;
}

// What push(), broadcast() and share() have in common.
function bufferOptionsFrom(value, usualBudget) {
  const options = optionsFrom(value);
  const policy = policyFrom(options);
  const budget = budgetFrom(options, usualBudget);
  return { __proto__: null, policy, budget, signal: signalFrom(options) };
}

// The most bytes that a consumer takes; undefined if there is no limit.
function limitFrom(options) {
  if (options.limit === undefined) return undefined;
  const number = Number(options.limit);
  if (!Number.isFinite(number)) {
    throw conversionError('ERR_INVALID_ARG_TYPE', 'limit in options is not a finite number.');
  }
  const limit = Math.trunc(number);
  if (limit < 0 || limit > Number.MAX_SAFE_INTEGER) {
    throw conversionError('ERR_OUT_OF_RANGE',
                          'limit in options is outside the expected range of 0 to 9007199254740991.');
  }
  return limit;
}

function isTransform(value) {
  return typeof value === 'function' || typeof value?.transform === 'function';
}

function checkTransforms(transforms) {
  for (let i = 0; i < transforms.length; i++) {
    if (isTransform(transforms[i])) continue;
    throw new codes.ERR_INVALID_ARG_TYPE(`transforms[${i}]`, ['Function', 'Object with transform()'], transforms[i]);
  }
}

// Takes the options off the end of a list of transforms, if there are any, and checks the rest.
function splitOptions(transforms) {
  const hasOptions = transforms.length > 0 && !isTransform(transforms[transforms.length - 1]);
  const options = hasOptions ? transforms.pop() : undefined;
  checkTransforms(transforms);
  return options;
}

// The memory of a buffer or of a view of one; undefined for everything else.
function viewOf(value) {
  if (isUint8Array(value)) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return isAnyArrayBuffer(value) ? new Uint8Array(value) : undefined;
}

// A chunk that is given to a writer: bytes, or what is made a text, also other memory.
function writtenBytes(chunk) {
  if (typeof chunk === 'string') return encode(chunk);
  if (isUint8Array(chunk)) return chunk;
  if (typeof chunk === 'symbol') {
    throw conversionError('ERR_INVALID_ARG_TYPE', 'chunk is a Symbol and cannot be converted to a string.');
  }
  return encode(`${chunk}`);
}

function writtenBatch(chunks) {
  if (chunks === null || typeof chunks !== 'object' || typeof chunks[Symbol.iterator] !== 'function') {
    throw conversionError('ERR_INVALID_ARG_TYPE', 'chunks cannot be converted to sequence.');
  }
  return Array.from(chunks, writtenBytes);
}

function byteLengthOf(batch) {
  let total = 0;
  for (let i = 0; i < batch.length; i++) total += batch[i].byteLength;
  return total;
}

module.exports = {
  bufferOptionsFrom,
  byteLengthOf,
  checkTransforms,
  encode,
  limitFrom,
  optionsFrom,
  signalFrom,
  signalOf,
  splitOptions,
  viewOf,
  writtenBatch,
  writtenBytes,
};
