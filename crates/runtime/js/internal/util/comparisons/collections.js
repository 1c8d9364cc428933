// Deep equality of what arrays, sets and maps hold; `equal` compares two members.
'use strict';

const { isArrayIndex } = require('internal/util/array_index');

function compareArrays(a, b, state, equal) {
  if (state.partial) return containsInOrder(members(a), members(b), state, equal);
  for (let i = 0; i < a.length; i++) {
    if ((a[i] === undefined && !Object.hasOwn(a, i)) || (b[i] === undefined && !Object.hasOwn(b, i))) {
      return compareSparse(a, b, state, equal);
    }
    if (!equal(a[i], b[i], state)) return false;
  }
  return true;
}

// Arrays with holes, which may be long: only the indexes that are there are looked at.
function compareSparse(a, b, state, equal) {
  const indexes = ownIndexes(a);
  return indexes.length === ownIndexes(b).length &&
    indexes.every((index) => Object.hasOwn(b, index) && equal(a[index], b[index], state));
}

// Indexes come before all other keys of an object.
function ownIndexes(array) {
  const keys = Object.keys(array);
  let count = keys.length;
  while (count > 0 && !isArrayIndex(keys[count - 1])) count--;
  return keys.slice(0, count);
}

// The members, holes left out.
function members(array) {
  for (let i = 0; i < array.length; i++) {
    if (array[i] === undefined && !Object.hasOwn(array, i)) return ownIndexes(array).map((index) => array[index]);
  }
  return array;
}

// Whether the members of `b` are among those of `a`, in the same order.
function containsInOrder(a, b, state, equal) {
  let position = 0;
  for (let i = 0; i < b.length; i++) {
    while (position < a.length && !equal(a[position], b[i], state)) position++;
    if (position === a.length) return false;
    position++;
  }
  return true;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

// Members of both sets are equal to themselves; every other one of `b` needs one of `a`.
function compareSets(a, b, state, equal) {
  const wanted = [];
  for (const value of b) {
    if (a.has(value)) continue;
    if (state.strict && !isObject(value)) return false;
    wanted.push(value);
  }
  if (wanted.length === 0) return true;
  const candidates = [];
  for (const value of a) {
    if (!b.has(value)) candidates.push(value);
  }
  return assign(wanted, candidates, (candidate, member) => equal(candidate, member, state), state.partial);
}

function compareMaps(a, b, state, equal) {
  const wanted = [];
  for (const [key, value] of b) {
    if (a.has(key) && equal(a.get(key), value, state)) continue;
    if (!isObject(key) && state.strict) return false;
    wanted.push([key, value]);
  }
  if (wanted.length === 0) return true;
  const candidates = [];
  for (const [key, value] of a) {
    if (!b.has(key) || !equal(value, b.get(key), state)) candidates.push([key, value]);
  }
  const matches = (candidate, entry) =>
    equal(candidate[0], entry[0], state) && equal(candidate[1], entry[1], state);
  return assign(wanted, candidates, matches, state.partial);
}

// Whether every wanted member can get a candidate of its own.
function assign(wanted, candidates, matches, isPartial) {
  return isPartial ?
    assignCarefully(wanted, candidates, matches) :
    wanted.every((member) => takeFirst(candidates, (candidate) => matches(candidate, member)));
}

function takeFirst(candidates, matches) {
  const position = candidates.findIndex(matches);
  if (position === -1) return false;
  candidates.splice(position, 1);
  return true;
}

// A member may fit several candidates: it moves to another one when somebody needs its own.
function assignCarefully(wanted, candidates, matches) {
  const owners = new Array(candidates.length).fill(-1);
  const place = (index, tried) => candidates.some((candidate, position) => {
    if (tried.has(position) || !matches(candidate, wanted[index])) return false;
    tried.add(position);
    if (owners[position] !== -1 && !place(owners[position], tried)) return false;
    owners[position] = index;
    return true;
  });
  return wanted.every((_, index) => place(index, new Set()));
}

module.exports = { compareArrays, compareMaps, compareSets };
