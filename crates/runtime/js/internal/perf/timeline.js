// The marks, measures and resources that were noted and not cleared, and who wants to be told of new ones.
'use strict';

// When there are more than so many of a kind, somebody has forgotten to clear them.
const kMostEntries = 1e6;

let marks = [];
let measures = [];
let resources = [];
const warnedOf = new Set();
// Observers, by the kind of entries they want.
const observersByType = new Map();

function add(entry) {
  const type = entry.entryType;
  tellObservers(entry, type);
  const list = type === 'mark' ? marks : measures;
  list.push(entry);
  if (list.length > kMostEntries && !warnedOf.has(type)) warn(type, list.length);
}

function warn(entryType, count) {
  warnedOf.add(entryType);
  const method = entryType === 'mark' ? 'clearMarks' : 'clearMeasures';
  const warning = new Error(
    `Possible perf_hooks memory leak detected. ${count} ${entryType} entries added to the global ` +
    `performance entry buffer. Use performance.${method} to clear the buffer.`);
  warning.name = 'MaxPerformanceEntryBufferExceededWarning';
  warning.entryType = entryType;
  warning.count = count;
  process.emitWarning(warning);
}

function tellObservers(entry, type) {
  const observers = observersByType.get(type);
  if (observers === undefined) return;
  for (const take of observers) take(entry);
}

function isObserved(type) {
  return (observersByType.get(type)?.size ?? 0) > 0;
}

// `take` is called with every new entry of the type.
function subscribe(type, take) {
  if (!observersByType.has(type)) observersByType.set(type, new Set());
  observersByType.get(type).add(take);
}

function unsubscribe(type, take) {
  observersByType.get(type)?.delete(take);
}

function inOrder(entries) {
  return entries.sort((a, b) => a.startTime - b.startTime);
}

function all() {
  return inOrder([...marks, ...measures, ...resources]);
}

function ofType(type) {
  if (type === 'mark') return marks;
  if (type === 'measure') return measures;
  return type === 'resource' ? resources : [];
}

function byName(entries, name, type) {
  name = `${name}`;
  return entries.filter((entry) => entry.name === name && (type === undefined || entry.entryType === type));
}

function byType(entries, type) {
  type = `${type}`;
  return entries.filter((entry) => entry.entryType === type);
}

function clear(type, name) {
  warnedOf.delete(type);
  const kept = name === undefined ? [] : ofType(type).filter((entry) => entry.name !== `${name}`);
  if (type === 'mark') marks = kept;
  else if (type === 'measure') measures = kept;
  else resources = kept;
}

module.exports = {
  add, all, byName, byType, clear, inOrder, isObserved, ofType, subscribe, tellObservers, unsubscribe,
};
