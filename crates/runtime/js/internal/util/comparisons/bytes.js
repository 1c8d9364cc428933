// Deep equality of typed arrays, DataViews and ArrayBuffers.
'use strict';

const { typedArrayName } = require('internal/util/types');

function bytesOf(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function compareViews(a, b, state) {
  if (!ArrayBuffer.isView(b) || typedArrayName(a) !== typedArrayName(b)) return false;
  if (state.partial) return containsInOrder(elementsOf(a), elementsOf(b));
  if (a.byteLength !== b.byteLength) return false;
  // Loosely, 0 and -0 are the same number.
  if (!state.strict && /^Float/.test(typedArrayName(a))) return a.every((value, i) => value === b[i]);
  return sameBytes(bytesOf(a), bytesOf(b));
}

function compareBuffers(a, b, state) {
  const bytesA = new Uint8Array(a);
  const bytesB = new Uint8Array(b);
  return state.partial ? containsInOrder(bytesA, bytesB) : sameBytes(bytesA, bytesB);
}

function elementsOf(view) {
  return typedArrayName(view) === undefined ? bytesOf(view) : view;
}

function sameBytes(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

// Whether the elements of `b` are among those of `a`, in the same order.
function containsInOrder(a, b) {
  let found = 0;
  for (let i = 0; i < a.length && found < b.length; i++) {
    if (Object.is(a[i], b[found])) found++;
  }
  return found === b.length;
}

module.exports = { compareBuffers, compareViews };
