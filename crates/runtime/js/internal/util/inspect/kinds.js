// Tells the kinds of objects apart: how one is headed, which keys are shown, what formats its entries.
'use strict';

const types = require('internal/util/types');
const { kArrayExtras, kObject } = require('internal/util/inspect/layout');
const { getFunctionBase, getObjectPrefix, getPrefix, isInstance } = require('internal/util/inspect/names');
const { stylizeNoColor } = require('internal/util/inspect/options');
const { formatNumber, formatPrimitive } = require('internal/util/inspect/primitives');
const { getExtraKeys, getKeys } = require('internal/util/inspect/properties');
const arrays = require('internal/util/inspect/arrays');

// How an object is shown: what stands for itself (`base`), braces around its entries, the keys of
// its properties, and a function for entries that come before them.
function makeView(keys, base, open, close, kind, format) {
  return { keys, base, braces: [open, close], kind, format };
}

function makeObjectView(keys, base, prefix = '', format = undefined) {
  return makeView(keys, base, `${prefix}{`, '}', kObject, format);
}

// Returns a view, or the whole text for an object that has no entries.
// `state.hasMore`: there will be entries besides those that the view names.
function describe(context, value, constructor, tag, state) {
  if (constructor === null || Symbol.iterator in value) {
    const view = describeIterable(context, value, constructor, tag, state);
    if (view !== undefined) return view;
  }
  return describeOther(context, value, constructor, tag, state);
}

function describeIterable(context, value, constructor, tag, state) {
  if (Array.isArray(value)) return describeArray(context, value, constructor, tag, state);
  if (types.isSet(value)) return describeSet(context, value, constructor, tag, state);
  if (types.isMap(value)) return describeMap(context, value, constructor, tag, state);
  if (types.isTypedArray(value)) return describeTypedArray(context, value, constructor, tag);
  if (types.isMapIterator(value)) return describeIterator(context, value, tag, 'Map Iterator');
  if (types.isSetIterator(value)) return describeIterator(context, value, tag, 'Set Iterator');
  return undefined;
}

function describeArray(context, value, constructor, tag, { hasMore }) {
  const prefix = constructor === 'Array' && tag === '' ?
    '' : getPrefix(constructor, tag, 'Array', `(${value.length})`);
  const keys = getExtraKeys(value, context.showHidden);
  if (value.length === 0 && keys.length === 0 && !hasMore) return `${prefix}[]`;
  return makeView(keys, '', `${prefix}[`, ']', kArrayExtras, arrays.formatArray);
}

function describeSet(context, value, constructor, tag, { hasMore }) {
  const { formatSet, sizeOfSet } = collections();
  const size = sizeOfSet(value);
  const prefix = getPrefix(constructor, tag, 'Set', `(${size})`);
  const keys = getKeys(value, context.showHidden);
  if (size === 0 && keys.length === 0 && !hasMore) return `${prefix}{}`;
  return makeObjectView(keys, '', prefix, formatSet);
}

function describeMap(context, value, constructor, tag, { hasMore }) {
  const { formatMap, sizeOfMap } = collections();
  const size = sizeOfMap(value);
  const prefix = getPrefix(constructor, tag, 'Map', `(${size})`);
  const keys = getKeys(value, context.showHidden);
  if (size === 0 && keys.length === 0 && !hasMore) return `${prefix}{}`;
  return makeObjectView(keys, '', prefix, formatMap);
}

const typedArrayLength = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype), 'length').get;

function describeTypedArray(context, value, constructor, tag) {
  const size = typedArrayLength.call(value);
  const name = constructor === null ? types.typedArrayName(value) : '';
  const prefix = getPrefix(constructor, tag, name, `(${size})`);
  const keys = getExtraKeys(value, context.showHidden);
  if (size === 0 && keys.length === 0 && !context.showHidden) return `${prefix}[]`;
  // Without a prototype, an array does not know its length: a copy does.
  const items = constructor === null ? new globalThis[name](value) : value;
  return makeView(keys, '', `${prefix}[`, ']', kArrayExtras,
                  (_, array, depth) => arrays.formatTypedArray(context, array, items, size, depth));
}

function describeIterator(context, value, tag, name) {
  const keys = getKeys(value, context.showHidden);
  const prefix = tag === name || tag === '' ? `[${name}] ` : `[${tag}] [${name}] `;
  return makeObjectView(keys, '', prefix, collections().formatIterator);
}

function describeOther(context, value, constructor, tag, state) {
  const keys = getKeys(value, context.showHidden);
  const isBare = keys.length === 0 && !state.hasMore;
  if (typeof value === 'function') {
    const base = getFunctionBase(context, value, constructor, tag);
    if (isBare) return context.stylize(base, 'special');
    return makeObjectView(context.showHidden ? inUsualOrder(keys) : keys, base);
  }
  if (constructor === 'Object') {
    let prefix = tag === '' ? '' : getPrefix(constructor, tag, 'Object');
    if (types.isArgumentsObject(value)) prefix = '[Arguments] ';
    return isBare ? `${prefix}{}` : makeObjectView(keys, '', prefix);
  }
  if (types.isRegExp(value)) {
    const base = context.stylize(regExpBase(value, constructor, tag), 'regexp');
    return isBare || state.isTooDeep ? base : makeObjectView(keys, base);
  }
  if (types.isDate(value)) {
    const base = dateBase(value, constructor, tag);
    return isBare ? context.stylize(base, 'date') : makeObjectView(keys, base);
  }
  if (types.isNativeError(value) || isInstance(value, Error)) {
    const { formatError, formatStackProperty, hidesStack } = require('internal/util/inspect/errors');
    const base = formatError(context, value, constructor, tag, keys);
    const format = context.showHidden && hidesStack(value) ? formatStackProperty : undefined;
    const isWhole = keys.length === 0 && !state.hasMore && format === undefined;
    return isWhole ? base : makeObjectView(keys, base, '', format);
  }
  return describeInternal(context, value, constructor, tag, keys, state) ??
    describeGeneric(context, value, constructor, tag, keys, isBare);
}

const functionKeys = ['length', 'name', 'prototype'];

// The engine has another order of a function's own keys than people are used to.
function inUsualOrder(keys) {
  return [
    ...functionKeys.filter((key) => keys.includes(key)),
    ...keys.filter((key) => !functionKeys.includes(key)),
  ];
}

function regExpBase(value, constructor, tag) {
  const text = RegExp.prototype.toString.call(constructor === null ? new RegExp(value) : value);
  const prefix = getPrefix(constructor, tag, 'RegExp');
  return prefix === 'RegExp ' ? text : `${prefix}${text}`;
}

function dateBase(value, constructor, tag) {
  const text = Number.isNaN(Date.prototype.getTime.call(value)) ?
    Date.prototype.toString.call(value) : Date.prototype.toISOString.call(value);
  const prefix = getPrefix(constructor, tag, 'Date');
  return prefix === 'Date ' ? text : `${prefix}${text}`;
}

// Objects whose contents are not in properties.
function describeInternal(context, value, constructor, tag, keys, state) {
  const isBare = keys.length === 0 && !state.hasMore;
  const view = (name, format) => makeObjectView(keys, '', getPrefix(constructor, tag, name), format);
  if (types.isAnyArrayBuffer(value)) {
    const name = types.isArrayBuffer(value) ? 'ArrayBuffer' : 'SharedArrayBuffer';
    if (!state.hideBytes) return view(name, arrays.formatArrayBuffer);
    if (!isBare) return view(name, arrays.formatArrayBufferWithoutBytes);
    const length = formatNumber(context.stylize, value.byteLength, false);
    return `${getPrefix(constructor, tag, name)}{ [byteLength]: ${length} }`;
  }
  if (types.isDataView(value)) return view('DataView', arrays.formatDataView);
  if (types.isPromise(value)) return view('Promise', collections().formatPromise);
  if (types.isWeakSet(value)) return view('WeakSet', collections().formatWeakSet);
  if (types.isWeakMap(value)) return view('WeakMap', collections().formatWeakMap);
  if (types.isModuleNamespaceObject(value)) return view('Module', collections().formatNamespace);
  if (tag === 'URL' && !state.isTooDeep && require('internal/url').isURL(value)) {
    return isBare ? value.href : makeObjectView(keys, value.href);
  }
  if (types.isBoxedPrimitive(value)) return describeBoxed(context, value, constructor, tag, keys, state);
  return undefined;
}

function collections() {
  return require('internal/util/inspect/collections');
}

function describeBoxed(context, value, constructor, tag, keys, { hasMore }) {
  const [type, primitive] = unbox(value);
  // The characters of a string are its first keys.
  if (type === 'String') keys.splice(0, primitive.length);
  let base = `[${type}`;
  if (constructor === null) base += ' (null prototype)';
  else if (type !== constructor) base += ` (${constructor})`;
  base += `: ${formatPrimitive(stylizeNoColor, primitive, context)}]`;
  if (tag !== '' && tag !== constructor) base += ` [${tag}]`;
  if (keys.length !== 0 || hasMore) return makeObjectView(keys, base);
  return context.stylize(base, type.toLowerCase());
}

function unbox(value) {
  if (types.isNumberObject(value)) return ['Number', Number.prototype.valueOf.call(value)];
  if (types.isStringObject(value)) return ['String', String.prototype.valueOf.call(value)];
  if (types.isBooleanObject(value)) return ['Boolean', Boolean.prototype.valueOf.call(value)];
  if (types.isBigIntObject(value)) return ['BigInt', BigInt.prototype.valueOf.call(value)];
  return ['Symbol', Symbol.prototype.valueOf.call(value)];
}

function describeGeneric(context, value, constructor, tag, keys, isBare) {
  if (isBare && types.isExternal(value)) {
    const address = binding('util').getExternalAddress(value).toString(16);
    return context.stylize(`[External: ${address}]`, 'special');
  }
  const prefix = getObjectPrefix(value, constructor, tag);
  return isBare ? `${prefix}{}` : makeObjectView(keys, '', prefix);
}

module.exports = { describe };
