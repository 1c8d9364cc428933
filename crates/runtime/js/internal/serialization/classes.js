// Classes that have numbers or letters in serialized values.
'use strict';

const { Buffer } = require('buffer');

// Views by the numbers that Node gives them. (Those of one class are told apart from those of its subclasses by names.)
const views = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, DataView, Buffer, BigInt64Array, BigUint64Array, Float16Array,
];

// The same in V8's own form, by letters. A Buffer is a Uint8Array to it.
const letters = 'bBCwWdDfF?BqQh';

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

// Makes a view of its class's number and of bytes: in the same memory, if that lies where such numbers can. Undefined
// if there is none such.
function makeView(number, bytes) {
  const Class = views[number];
  const size = Class?.BYTES_PER_ELEMENT ?? 1;
  if (Class === undefined || bytes.length % size !== 0) return undefined;
  const { buffer, byteOffset, length } = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  if (number === kBufferNumber) return Buffer.from(buffer, byteOffset, length);
  return new Class(buffer, byteOffset, length / size);
}

// The letter of a view's class.
function viewLetter(view) {
  return letters.charCodeAt(viewNumber(view));
}

// A view of its class's letter; undefined if it does not fit.
function viewByLetter(letter, buffer, offset, length) {
  const Class = views[letters.indexOf(String.fromCharCode(letter))];
  const size = Class?.BYTES_PER_ELEMENT ?? 1;
  if (Class === undefined || offset % size !== 0 || length % size !== 0 || offset + length > buffer.byteLength) {
    return undefined;
  }
  return new Class(buffer, offset, length / size);
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

module.exports = { errors, makeView, viewByLetter, viewLetter, viewNumber };
