// Memory that goes from one owner to the next.
'use strict';

const { isSharedArrayBuffer, typedArrayName } = require('internal/util/types');
const { codes } = require('internal/webstreams/stream_errors');

const kViewTypes = ['Buffer', 'TypedArray', 'DataView'];

// The bytes under a new owner: the old buffer is empty then. Throws if they cannot be moved.
function transfer(buffer) {
  return buffer.transfer();
}

function isDetached(buffer) {
  return buffer.detached;
}

const viewClasses = {
  __proto__: null,
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  Float32Array, Float64Array, BigInt64Array, BigUint64Array, Float16Array: globalThis.Float16Array,
};

// The language's own class of a view: of a Buffer, Uint8Array.
function viewClassOf(view) {
  const name = typedArrayName(view);
  return name === undefined ? DataView : viewClasses[name];
}

// Checks that a script gave a view whose memory can be moved.
function checkView(view, name, sharedName) {
  if (!ArrayBuffer.isView(view)) throw new codes.ERR_INVALID_ARG_TYPE(name, kViewTypes, view);
  if (isSharedArrayBuffer(view.buffer)) {
    throw new codes.ERR_INVALID_ARG_VALUE(sharedName, view, 'must not be backed by a SharedArrayBuffer');
  }
}

module.exports = { checkView, isDetached, transfer, viewClassOf };
