// Classes that have numbers or letters in serialized values.
'use strict';

const { Buffer } = require('buffer');

// Views by the numbers that Node gives them. (Those of one class are told apart from those of its subclasses by names.)
const views = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, DataView, Buffer, BigInt64Array, BigUint64Array,
];

const kBufferNumber = 10;
const kUint8ArrayNumber = 1;
const kDataViewNumber = 9;

// The number of a view's class.
function viewNumber(view) {
  const { typedArrayName } = require('internal/util/types');
  const name = typedArrayName(view);
  if (name === undefined) return kDataViewNumber;
  if (name === 'Uint8Array') return view instanceof Buffer ? kBufferNumber : kUint8ArrayNumber;
  return views.findIndex((Class) => Class.name === name);
}

// Makes a view of its class's number and of bytes that are its own from now on; undefined if there is none such.
function makeView(number, bytes) {
  const Class = views[number];
  const size = Class?.BYTES_PER_ELEMENT ?? 1;
  if (Class === undefined || bytes.length % size !== 0) return undefined;
  if (number === kBufferNumber) return Buffer.from(bytes.buffer, 0, bytes.length);
  return new Class(bytes.buffer, 0, bytes.length / size);
}

// Errors by the letter of their class; all others are plain ones.
const errors = [
  ['E'.charCodeAt(0), EvalError],
  ['R'.charCodeAt(0), RangeError],
  ['F'.charCodeAt(0), ReferenceError],
  ['S'.charCodeAt(0), SyntaxError],
  ['T'.charCodeAt(0), TypeError],
  ['U'.charCodeAt(0), URIError],
];

module.exports = { errors, makeView, viewNumber };
