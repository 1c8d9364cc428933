// Entries of arrays, typed arrays and buffers.
'use strict';

const { isArrayIndex } = require('internal/util/array_index');
const { kArray } = require('internal/util/inspect/layout');
const { formatBigInt, formatNumber } = require('internal/util/inspect/primitives');
const { formatProperty } = require('internal/util/inspect/properties');
const core = require('internal/util/inspect/value');

function moreItems(count) {
  return `... ${count} more item${count > 1 ? 's' : ''}`;
}

// How many of `length` items are shown.
function shownLength(context, length) {
  return Math.min(Math.max(0, context.maxArrayLength), length);
}

function formatArray(context, value, depth) {
  const { length } = value;
  const shown = shownLength(context, length);
  const entries = [];
  for (let i = 0; i < shown; i++) {
    if (!Object.hasOwn(value, i)) return formatSparseArray(context, value, depth, shown, entries);
    entries.push(formatProperty(context, value, depth, i, kArray));
  }
  if (length > shown) entries.push(moreItems(length - shown));
  return entries;
}

// Goes on from the first hole; a run of holes counts as one entry.
function formatSparseArray(context, value, depth, shown, entries) {
  const keys = Object.keys(value);
  let next = entries.length;
  for (let i = next; i < keys.length && entries.length < shown; i++) {
    const key = keys[i];
    if (!isArrayIndex(key)) break;
    if (+key !== next) {
      entries.push(emptyItems(context, +key - next));
      next = +key;
      if (entries.length === shown) break;
    }
    entries.push(formatProperty(context, value, depth, key, kArray));
    next++;
  }
  const left = value.length - next;
  if (left > 0) entries.push(entries.length === shown ? moreItems(left) : emptyItems(context, left));
  return entries;
}

function emptyItems(context, count) {
  return context.stylize(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined');
}

function formatTypedArray(context, value, items, length, depth) {
  const shown = shownLength(context, length);
  const formatItem = items.length > 0 && typeof items[0] === 'number' ? formatNumber : formatBigInt;
  const entries = new Array(shown);
  for (let i = 0; i < shown; i++) {
    entries[i] = formatItem(context.stylize, items[i], context.numericSeparator);
  }
  if (length > shown) entries.push(moreItems(length - shown));
  if (context.showHidden) {
    // The buffer's bytes are those of the items: it is shown without them.
    addInternals(context, value, depth, entries, typedArrayInternals, true);
  }
  return entries;
}

const typedArrayInternals = ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer'];
const dataViewInternals = ['byteLength', 'byteOffset', 'buffer'];
const bufferInternals = ['byteLength'];

// '[byteLength]: 4' and the like: accessors of the prototype that show an object's state.
function addInternals(context, value, depth, entries, names, hideBytes = false) {
  context.indentationLvl += 2;
  for (const name of names) {
    const text = core.formatValue(context, readInternal(value, name), depth, hideBytes);
    entries.push(`${context.stylize(`[${name}]`, 'string')}: ${text}`);
  }
  context.indentationLvl -= 2;
  return entries;
}

// The accessors throw when the buffer is detached.
function readInternal(value, name) {
  try {
    return value[name];
  } catch {
    return name === 'byteLength' ? 0 : undefined;
  }
}

function formatDataView(context, value, depth) {
  return addInternals(context, value, depth, [], dataViewInternals);
}

function formatArrayBuffer(context, value, depth) {
  return addInternals(context, value, depth, [formatBytes(context, value)], bufferInternals);
}

function formatArrayBufferWithoutBytes(context, value, depth) {
  return addInternals(context, value, depth, [], bufferInternals);
}

function formatBytes(context, buffer) {
  let bytes;
  try {
    bytes = new Uint8Array(buffer);
  } catch {
    return context.stylize('(detached)', 'special');
  }
  const shown = shownLength(context, bytes.length);
  let text = '';
  for (let i = 0; i < shown; i++) {
    if (i !== 0) text += ' ';
    text += (bytes[i] < 16 ? '0' : '') + bytes[i].toString(16);
  }
  const left = bytes.length - shown;
  if (left > 0) text += ` ... ${left} more byte${left > 1 ? 's' : ''}`;
  return `${context.stylize('[Uint8Contents]', 'special')}: <${text}>`;
}

module.exports = {
  moreItems,
  shownLength,
  formatArray,
  formatTypedArray,
  formatDataView,
  formatArrayBuffer,
  formatArrayBufferWithoutBytes,
};
