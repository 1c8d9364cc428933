// Entries of maps, sets, their weak kinds and iterators, promises and module namespaces.
'use strict';

const { getPromiseDetails, previewEntries } = binding('util');
const { isNativeError } = require('internal/util/types');
const { moreItems, shownLength } = require('internal/util/inspect/arrays');
const { joinEntries, kArrayExtras, kObject } = require('internal/util/inspect/layout');
const { formatProperty } = require('internal/util/inspect/properties');
const core = require('internal/util/inspect/value');

// By the first part of what getPromiseDetails() returns: pending, fulfilled, rejected.
const kPending = 0;
const promiseMarks = ['<pending>', '', '<rejected>'];

// The first entries of a set or map, as many as are shown, and how many are left.
function formatMembers(context, members, size, formatMember) {
  const shown = shownLength(context, size);
  const entries = [];
  context.indentationLvl += 2;
  while (entries.length < shown) entries.push(formatMember(members.next().value));
  context.indentationLvl -= 2;
  if (size > shown) entries.push(moreItems(size - shown));
  return entries;
}

function formatSet(context, value, depth) {
  return formatMembers(context, Set.prototype.values.call(value), sizeOfSet(value),
                       (item) => core.formatValue(context, item, depth));
}

function formatMap(context, value, depth) {
  return formatMembers(context, Map.prototype.entries.call(value), sizeOfMap(value),
                       (pair) => formatPair(context, pair[0], pair[1], depth));
}

function formatPair(context, key, value, depth) {
  return `${core.formatValue(context, key, depth)} => ${core.formatValue(context, value, depth)}`;
}

const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size').get;
const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get;

function sizeOfSet(value) {
  return setSize.call(value);
}

function sizeOfMap(value) {
  return mapSize.call(value);
}

// `isKeyed`: the items are keys and values in turn.
function formatItems(context, items, isKeyed, formatEntry) {
  const size = isKeyed ? items.length / 2 : items.length;
  const shown = shownLength(context, size);
  const entries = new Array(shown);
  context.indentationLvl += 2;
  for (let i = 0; i < shown; i++) {
    entries[i] = isKeyed ? formatEntry(items[i * 2], items[i * 2 + 1]) : formatEntry(items[i]);
  }
  context.indentationLvl -= 2;
  return { entries, left: size - shown };
}

function formatWeakSet(context, value, depth) {
  if (!context.showHidden) return unknownItems(context);
  const [items] = previewEntries(value);
  return finishWeak(context, formatItems(context, items, false,
                                         (item) => core.formatValue(context, item, depth)));
}

function formatWeakMap(context, value, depth) {
  if (!context.showHidden) return unknownItems(context);
  const [items] = previewEntries(value);
  return finishWeak(context, formatItems(context, items, true,
                                         (key, item) => formatPair(context, key, item, depth)));
}

// The order of weak collections means nothing: sorted, the output is at least stable.
function finishWeak(context, { entries, left }) {
  if (!context.sorted) entries.sort();
  if (left > 0) entries.push(moreItems(left));
  return entries;
}

function unknownItems(context) {
  return [context.stylize('<items unknown>', 'special')];
}

// Iterators that yield pairs are called entries: that changes the opening brace, too.
function formatIterator(context, value, depth, { braces }) {
  const [items, isKeyed] = previewEntries(value);
  const opening = ' Iterator] {';
  if (isKeyed && braces[0].endsWith(opening)) braces[0] = `${braces[0].slice(0, -opening.length)} Entries] {`;
  const { entries, left } = formatItems(context, items, isKeyed, isKeyed ?
    (key, item) => joinEntries(
      context,
      [core.formatValue(context, key, depth), core.formatValue(context, item, depth)],
      '', ['[', ']'], kArrayExtras, depth, undefined) :
    (item) => core.formatValue(context, item, depth));
  if (left > 0) entries.push(moreItems(left));
  return entries;
}

function formatPromise(context, value, depth) {
  const details = getPromiseDetails(value);
  const mark = promiseMarks[details[0]];
  const words = mark === '' ? [] : [context.stylize(mark, 'special')];
  if (details[0] !== kPending) words.push(formatInside(context, details[1], depth));
  return [words.join(' ')];
}

function formatInside(context, value, depth) {
  context.indentationLvl += 2;
  const text = core.formatValue(context, value, depth);
  context.indentationLvl -= 2;
  return text;
}

// Takes the keys over: they are all formatted here.
function formatNamespace(context, value, depth, { keys }) {
  const entries = keys.map((key) => {
    try {
      return formatProperty(context, value, depth, key, kObject);
    } catch (error) {
      if (!isNativeError(error)) throw error;
      // A binding that has no value yet: show its name as that of an empty one.
      const entry = formatProperty(context, { [key]: '' }, depth, key, kObject);
      const name = entry.slice(0, entry.lastIndexOf(' ') + 1);
      return name + context.stylize('<uninitialized>', 'special');
    }
  });
  keys.length = 0;
  return entries;
}

module.exports = {
  sizeOfSet,
  sizeOfMap,
  formatSet,
  formatMap,
  formatWeakSet,
  formatWeakMap,
  formatIterator,
  formatPromise,
  formatNamespace,
};
