// What a source yields or a transform returns, as batches: arrays of Uint8Array.
'use strict';

const { codes } = require('internal/errors');
const { isPromise } = require('internal/util/types');
const { isUint8Array } = require('internal/buffer/fast_buffer');
const { encode, viewOf } = require('internal/streams/iter/arguments');
const { toStreamable, toAsyncStreamable } = require('internal/streams/iter/protocol');

const kBuffers = ['string', 'ArrayBuffer', 'ArrayBufferView'];
const kOutputs = ['string', 'Uint8Array', 'ArrayBuffer', 'ArrayBufferView'];

// What may be where, as errors name it.
const kinds = {
  __proto__: null,
  asyncValue: [...kBuffers, 'Iterable', 'AsyncIterable', 'toStreamable', 'toAsyncStreamable'],
  syncValue: [...kBuffers, 'Iterable', 'toStreamable'],
  asyncResult: [...kOutputs, 'Array', 'Iterable', 'AsyncIterable', 'Promise', 'null'],
  syncResult: [...kOutputs, 'Array', 'Iterable', 'null'],
  asyncOutput: [...kOutputs, 'Iterable', 'AsyncIterable'],
  syncOutput: [...kOutputs, 'Iterable'],
};

function wrongType(name, kind, value) {
  return new codes.ERR_INVALID_ARG_TYPE(name, kinds[kind], value);
}

// The bytes of a text or of memory; undefined for everything else.
function bytesOf(value) {
  return typeof value === 'string' ? encode(value) : viewOf(value);
}

function isBatch(value) {
  if (!Array.isArray(value) || value.length === 0) return false;
  for (let i = 0; i < value.length; i++) {
    if (!isUint8Array(value[i])) return false;
  }
  return true;
}

function hasMethod(value, name) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') &&
    typeof value[name] === 'function';
}

const isIterable = (value) => hasMethod(value, Symbol.iterator);
const isAsyncIterable = (value) => hasMethod(value, Symbol.asyncIterator);

// Adds the chunks of a value that is at hand, however deep they lie. Only sources may use the protocol
// of streamables.
function addSync(value, chunks, kind) {
  const bytes = bytesOf(value);
  if (bytes !== undefined) chunks.push(bytes);
  else if (kind === 'syncValue' && hasMethod(value, toStreamable)) addSync(value[toStreamable](), chunks, kind);
  else if (isIterable(value)) for (const part of value) addSync(part, chunks, kind);
  else throw wrongType('value', kind, value);
}

// The same for a value of an async source. `mayBeAsync` is false below a sync iterable: promises are
// waited for there, too, but nothing else.
async function addAsync(value, chunks, mayBeAsync) {
  if (isPromise(value)) value = await value;
  const bytes = bytesOf(value);
  if (bytes !== undefined) {
    chunks.push(bytes);
  } else if (hasMethod(value, toAsyncStreamable)) {
    if (!mayBeAsync) throw wrongType('value', 'syncValue', value);
    await addAsync(await value[toAsyncStreamable](), chunks, true);
  } else if (hasMethod(value, toStreamable)) {
    await addAsync(value[toStreamable](), chunks, mayBeAsync);
  } else if (isAsyncIterable(value)) {
    if (!mayBeAsync) throw wrongType('value', 'syncValue', value);
    for await (const part of value) await addAsync(part, chunks, true);
  } else if (isIterable(value)) {
    for (const part of value) await addAsync(part, chunks, mayBeAsync);
  } else {
    throw wrongType('value', 'asyncValue', value);
  }
}

async function collectAsync(value, mayBeAsync) {
  const chunks = [];
  await addAsync(value, chunks, mayBeAsync);
  return chunks;
}

// The chunks of a value that a sync source yielded.
function chunksOfSyncValue(value) {
  if (isBatch(value)) return value;
  const chunks = [];
  addSync(value, chunks, 'syncValue');
  return chunks;
}

// The chunks of a value of an async source, or a promise of them if they are not at hand.
function chunksOfValue(value, mayBeAsync) {
  const bytes = bytesOf(value);
  if (bytes !== undefined) return [bytes];
  if (!Array.isArray(value)) return collectAsync(value, mayBeAsync);
  const chunks = [];
  for (let i = 0; i < value.length; i++) {
    const part = bytesOf(value[i]);
    if (part === undefined) return collectAsync(value, mayBeAsync);
    chunks.push(part);
  }
  return chunks;
}

// The batch that a transform function returned; null if it is empty.
function batchOfSyncResult(result) {
  return result === null ? null : batchAtHand(result) ?? batchOfIterable(result, 'result', 'syncResult');
}

function batchOfSyncOutput(value) {
  return value === null ? null : batchAtHand(value) ?? batchOfIterable(value, 'value', 'syncOutput');
}

// The same, or a promise of it.
function batchOfResult(result) {
  return batchOfAsync(result, 'result', 'asyncResult');
}

function batchOfOutput(value) {
  return batchOfAsync(value, 'value', 'asyncOutput');
}

function batchOfAsync(value, name, kind) {
  if (value === null) return null;
  const batch = batchAtHand(value);
  if (batch !== undefined) return batch;
  if (isPromise(value)) return value.then((settled) => batchOfAsync(settled, name, kind));
  if (isAsyncIterable(value)) return collectOutputs(value);
  return batchOfIterable(value, name, kind);
}

// A batch as it is, or bytes as one; undefined for everything else.
function batchAtHand(value) {
  if (isBatch(value)) return value;
  const bytes = bytesOf(value);
  return bytes === undefined ? undefined : [bytes];
}

function batchOfIterable(value, name, kind) {
  if (!isIterable(value)) throw wrongType(name, kind, value);
  const chunks = [];
  addSync(value, chunks, 'syncOutput');
  return chunks.length === 0 ? null : chunks;
}

async function collectOutputs(values) {
  const chunks = [];
  for await (const value of values) addSync(value, chunks, 'syncOutput');
  return chunks.length === 0 ? null : chunks;
}

module.exports = {
  batchOfOutput,
  batchOfResult,
  batchOfSyncOutput,
  batchOfSyncResult,
  bytesOf,
  chunksOfSyncValue,
  chunksOfValue,
  hasMethod,
  isAsyncIterable,
  isBatch,
  isIterable,
  kinds,
  wrongType,
};
