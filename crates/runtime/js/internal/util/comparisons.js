// Deep equality: of assert's deepEqual, deepStrictEqual and partialDeepStrictEqual, and of
// util.isDeepStrictEqual.
'use strict';

const {
  isAnyArrayBuffer, isBigIntObject, isBooleanObject, isBoxedPrimitive, isDate, isMap, isNativeError,
  isNumberObject, isPromise, isRegExp, isSet, isStringObject, isSymbolObject, isWeakMap, isWeakSet,
} = require('internal/util/types');
const { compareArrays, compareMaps, compareSets } = require('internal/util/comparisons/collections');
const { compareBuffers, compareViews } = require('internal/util/comparisons/bytes');
const { getExtraKeys } = require('internal/util/extra_keys');

// The rules of a comparison. `partial`: the second value need only be found within the first.
const loose = { strict: false, prototypes: false, partial: false };
const strict = { strict: true, prototypes: true, partial: false };
const strictWithoutPrototypes = { strict: true, prototypes: false, partial: false };
const partial = { strict: true, prototypes: false, partial: true };

// A comparison under way: its rules, and the objects that are being compared further out.
function begin(rules) {
  return { strict: rules.strict, prototypes: rules.prototypes, partial: rules.partial, outerA: [], outerB: [] };
}

function equal(a, b, state) {
  if (a === b) return a !== 0 || !state.strict || Object.is(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return state.strict ? a !== a && b !== b : looselyEqual(a, b);
  }
  if (state.prototypes && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const tag = Object.prototype.toString.call(a);
  if (tag !== Object.prototype.toString.call(b)) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalArrays(a, b, state);
  if (tag === '[object Object]') return equalKeys(a, b, state, undefined, allKeys);
  if ((tag === '[object KeyObject]' || tag === '[object CryptoKey]') && !sameKey(a, b)) return false;
  return equalSpecial(a, b, state);
}

// Keys have nothing that shows; what they are is behind them.
function sameKey(a, b) {
  return require('internal/crypto/keys').haveSameKey(a, b);
}

function equalArrays(a, b, state) {
  if (state.partial ? a.length < b.length : a.length !== b.length) return false;
  return equalKeys(a, b, state, compareArrays, keysBeyondIndexes);
}

// Objects with contents besides their properties.
function equalSpecial(a, b, state) {
  if (isDate(a)) return isDate(b) && sameTime(a, b) && equalProperties(a, b, state);
  if (isRegExp(a)) return isRegExp(b) && samePattern(a, b) && equalProperties(a, b, state);
  if (ArrayBuffer.isView(a)) {
    return compareViews(a, b, state) && equalKeys(a, b, state, undefined, keysBeyondIndexes);
  }
  if (isSet(a)) return isSet(b) && fits(a.size, b.size, state) && equalKeys(a, b, state, compareSets, allKeys);
  if (isMap(a)) return isMap(b) && fits(a.size, b.size, state) && equalKeys(a, b, state, compareMaps, allKeys);
  if (isAnyArrayBuffer(a)) {
    return isAnyArrayBuffer(b) && compareBuffers(a, b, state) && equalProperties(a, b, state);
  }
  if (isError(a)) return isError(b) && equalErrors(a, b, state) && equalProperties(a, b, state);
  if (isBoxedPrimitive(a)) return sameBoxed(a, b) && equalKeys(a, b, state, undefined, keysOfBoxed(a));
  if (isSpecial(b) || isWeakMap(a) || isWeakSet(a) || isPromise(a)) return false;
  if (isURL(a)) return isURL(b) && a.href === b.href && equalProperties(a, b, state);
  return equalProperties(a, b, state);
}

function fits(sizeA, sizeB, state) {
  return state.partial ? sizeA >= sizeB : sizeA === sizeB;
}

// The texts are seldom enumerable, and always count.
function equalErrors(a, b, state) {
  return equalHidden(a, b, 'message', state) && equalHidden(a, b, 'name', state) &&
    equalHidden(a, b, 'cause', state) && equalHidden(a, b, 'errors', state);
}

function equalHidden(a, b, key, state) {
  const isOwn = Object.hasOwn(b, key);
  if (state.partial && !isOwn && key !== 'name') return true;
  if ((key === 'cause' || key === 'errors') && Object.hasOwn(a, key) !== isOwn) return false;
  // Enumerable ones are compared with the other properties.
  if (isEnumerable(a, key) || isEnumerable(b, key)) return true;
  return equal(a[key], b[key], state);
}

function equalProperties(a, b, state) {
  return equalKeys(a, b, state, undefined, allKeys);
}

// Own enumerable properties, then the contents. `listKeys` tells which keys count.
function equalKeys(a, b, state, compareContents, listKeys) {
  const keys = listKeys(b, state);
  if (!haveKeys(a, keys, state.partial ? undefined : listKeys(a, state))) return false;
  if (keys.length === 0 && compareContents === undefined) return true;
  return equalInside(a, b, keys, state, compareContents);
}

// Whether all `keys` are keys of `object` as well. `ownKeys`, if known, must be as many.
function haveKeys(object, keys, ownKeys) {
  if (ownKeys !== undefined && ownKeys.length !== keys.length) return false;
  for (let i = 0; i < keys.length; i++) {
    if (ownKeys?.[i] !== keys[i] && !isEnumerable(object, keys[i])) return false;
  }
  return true;
}

// A value that is met again inside of itself is equal to one of which that is true as well.
function equalInside(a, b, keys, state, compareContents) {
  const seenA = state.outerA.includes(a);
  const seenB = state.outerB.includes(b);
  if (seenA || seenB) return seenA && seenB;
  state.outerA.push(a);
  state.outerB.push(b);
  let result = compareContents === undefined || compareContents(a, b, state, equal);
  for (let i = 0; result && i < keys.length; i++) result = equal(a[keys[i]], b[keys[i]], state);
  state.outerA.pop();
  state.outerB.pop();
  return result;
}

function looselyEqual(a, b) {
  const aIsObject = typeof a === 'object' && a !== null;
  const bIsObject = typeof b === 'object' && b !== null;
  return !aIsObject && !bIsObject && (a == b || (a !== a && b !== b));
}

function isEnumerable(object, key) {
  return Object.prototype.propertyIsEnumerable.call(object, key);
}

// Symbols count in strict comparisons only.
function allKeys(value, state) {
  const keys = Object.keys(value);
  if (!state.strict) return keys;
  const symbols = Object.getOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++) {
    if (isEnumerable(value, symbols[i])) keys.push(symbols[i]);
  }
  return keys;
}

function keysBeyondIndexes(value, state) {
  const keys = getExtraKeys(value, true);
  return state.strict || keys.length === 0 ? keys : keys.filter((key) => typeof key === 'string');
}

function sameTime(a, b) {
  const timeA = Date.prototype.getTime.call(a);
  const timeB = Date.prototype.getTime.call(b);
  return timeA === timeB || (timeA !== timeA && timeB !== timeB);
}

function samePattern(a, b) {
  return a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex;
}

function isError(value) {
  return isNativeError(value) || value instanceof Error;
}

function isURL(value) {
  return typeof value.href === 'string' && typeof value.protocol === 'string' &&
    value.auth === undefined && value.path === undefined && value.constructor?.name === 'URL';
}

// Whether `value` has contents that another kind of object cannot be equal to.
function isSpecial(value) {
  return Array.isArray(value) || ArrayBuffer.isView(value) || isSet(value) || isMap(value) || isDate(value) ||
    isRegExp(value) || isAnyArrayBuffer(value) || isBoxedPrimitive(value) || isNativeError(value) ||
    value instanceof Error;
}

// How to tell the kinds of boxed primitives, and to look into them.
const boxes = [
  { is: isNumberObject, open: Number.prototype.valueOf },
  { is: isStringObject, open: String.prototype.valueOf },
  { is: isBooleanObject, open: Boolean.prototype.valueOf },
  { is: isBigIntObject, open: BigInt.prototype.valueOf },
  { is: isSymbolObject, open: Symbol.prototype.valueOf },
];

function sameBoxed(a, b) {
  const { is, open } = boxes.find((box) => box.is(a));
  return is(b) && Object.is(open.call(a), open.call(b));
}

function keysOfBoxed(value) {
  return isStringObject(value) ? keysBeyondIndexes : allKeys;
}

function isDeepEqual(a, b) {
  return equal(a, b, begin(loose));
}

function isDeepStrictEqual(a, b, skipPrototype = false) {
  return equal(a, b, begin(skipPrototype ? strictWithoutPrototypes : strict));
}

// Whether `b` is found within `a`.
function isPartialStrictEqual(a, b) {
  return equal(a, b, begin(partial));
}

module.exports = { isDeepEqual, isDeepStrictEqual, isPartialStrictEqual };
