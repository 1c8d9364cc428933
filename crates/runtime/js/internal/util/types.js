// Brand checks of built-in objects: what util.types offers, and what the library uses itself.
// The binding answers what needs a look at the engine's own class of an object.
'use strict';

const types = binding('types');

const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

// The name of a typed array's class; undefined for everything else.
function typedArrayName(value) {
  return typedArrayTag.call(value);
}

function isTypedArray(value) {
  return typedArrayTag.call(value) !== undefined;
}

function isDataView(value) {
  return ArrayBuffer.isView(value) && typedArrayTag.call(value) === undefined;
}

function isUint8Array(value) {
  return typedArrayTag.call(value) === 'Uint8Array';
}

function isAnyArrayBuffer(value) {
  return types.isArrayBuffer(value) || types.isSharedArrayBuffer(value);
}

function isBoxedPrimitive(value) {
  return types.isNumberObject(value) || types.isStringObject(value) ||
    types.isBooleanObject(value) || types.isBigIntObject(value) || types.isSymbolObject(value);
}

function isKeyObject(value) {
  return require('internal/crypto/keys').isKeyObject(value);
}

function isCryptoKey(value) {
  return require('internal/crypto/webcrypto/crypto_key').isCryptoKey(value);
}

module.exports = {
  isArgumentsObject: types.isArgumentsObject,
  isArrayBuffer: types.isArrayBuffer,
  isAsyncFunction: types.isAsyncFunction,
  isBigIntObject: types.isBigIntObject,
  isBooleanObject: types.isBooleanObject,
  isDate: types.isDate,
  isExternal: types.isExternal,
  isGeneratorFunction: types.isGeneratorFunction,
  isGeneratorObject: types.isGeneratorObject,
  isMap: types.isMap,
  isMapIterator: types.isMapIterator,
  isModuleNamespaceObject: types.isModuleNamespaceObject,
  isNativeError: types.isNativeError,
  isNumberObject: types.isNumberObject,
  isPromise: types.isPromise,
  isProxy: types.isProxy,
  isRegExp: types.isRegExp,
  isSet: types.isSet,
  isSetIterator: types.isSetIterator,
  isSharedArrayBuffer: types.isSharedArrayBuffer,
  isStringObject: types.isStringObject,
  isSymbolObject: types.isSymbolObject,
  isWeakMap: types.isWeakMap,
  isWeakSet: types.isWeakSet,
  isAnyArrayBuffer,
  isBoxedPrimitive,
  isArrayBufferView: ArrayBuffer.isView,
  isDataView,
  isTypedArray,
  isUint8Array,
  isUint8ClampedArray: (value) => typedArrayName(value) === 'Uint8ClampedArray',
  isUint16Array: (value) => typedArrayName(value) === 'Uint16Array',
  isUint32Array: (value) => typedArrayName(value) === 'Uint32Array',
  isInt8Array: (value) => typedArrayName(value) === 'Int8Array',
  isInt16Array: (value) => typedArrayName(value) === 'Int16Array',
  isInt32Array: (value) => typedArrayName(value) === 'Int32Array',
  isFloat16Array: (value) => typedArrayName(value) === 'Float16Array',
  isFloat32Array: (value) => typedArrayName(value) === 'Float32Array',
  isFloat64Array: (value) => typedArrayName(value) === 'Float64Array',
  isBigInt64Array: (value) => typedArrayName(value) === 'BigInt64Array',
  isBigUint64Array: (value) => typedArrayName(value) === 'BigUint64Array',
};

Object.defineProperties(module.exports, {
  isKeyObject: { __proto__: null, enumerable: true, value: isKeyObject },
  isCryptoKey: { __proto__: null, enumerable: true, value: isCryptoKey },
  // For the library alone.
  typedArrayName: { __proto__: null, value: typedArrayName },
});
