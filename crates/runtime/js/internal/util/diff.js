// util.diff(): the shortest way from one sequence to another, by Myers' algorithm.
'use strict';

const { validateString, validateStringArray } = require('internal/validators');

const kInsert = -1;
const kEqual = 0;
const kDelete = 1;

// A text, or a list of texts.
function validateSequence(value, name) {
  if (Array.isArray(value)) validateStringArray(value, name);
  else validateString(value, name);
}

function diff(actual, expected) {
  if (actual === expected) return [];
  validateSequence(actual, 'actual');
  validateSequence(expected, 'expected');
  return walkBack(findWays(actual, expected), actual, expected);
}

// What was reached before so many edits, on the diagonals from `low` on.
class Way {
  constructor(furthest, low) {
    this.furthest = furthest;
    this.low = low;
  }
}

// On diagonal k, `furthest` elements of `actual` and k less of `expected` are done by so many edits.
// Returns, for each number of edits, what was reached before on the diagonals next to its own.
function findWays(actual, expected) {
  const most = actual.length + expected.length;
  const origin = most + 1;
  const furthest = new Int32Array(2 * origin + 1);
  const ways = [];
  for (let edits = 0; edits <= most; edits++) {
    // There cannot be more insertions than `expected` is long, nor more deletions than `actual` is.
    const low = Math.max(-edits, edits - 2 * expected.length);
    const high = Math.min(edits, 2 * actual.length - edits);
    ways.push(new Way(furthest.slice(origin + low - 1, origin + high + 2), low - 1));
    for (let k = low; k <= high; k += 2) {
      let x = edits === 0 ? 0 : furthestStart(furthest, origin, k, edits);
      let y = x - k;
      while (x < actual.length && y < expected.length && actual[x] === expected[y]) {
        x++;
        y++;
      }
      furthest[origin + k] = x;
      if (x >= actual.length && y >= expected.length) return ways;
    }
  }
  return ways;
}

// An edit that ends on diagonal k comes from k + 1 by an insertion, or from k - 1 by a deletion.
function isInsertion(furthest, origin, k, edits) {
  return k === -edits || (k !== edits && furthest[origin + k - 1] < furthest[origin + k + 1]);
}

function furthestStart(furthest, origin, k, edits) {
  return isInsertion(furthest, origin, k, edits) ? furthest[origin + k + 1] : furthest[origin + k - 1] + 1;
}

function walkBack(ways, actual, expected) {
  const result = [];
  let x = actual.length;
  let y = expected.length;
  for (let edits = ways.length - 1; edits > 0; edits--) {
    const { furthest, low } = ways[edits];
    const origin = -low;
    const isInsert = isInsertion(furthest, origin, x - y, edits);
    const from = x - y + (isInsert ? 1 : -1);
    const fromX = furthest[origin + from];
    while (x > fromX && y > fromX - from) {
      result.push([kEqual, actual[--x]]);
      y--;
    }
    if (isInsert) result.push([kInsert, expected[--y]]);
    else result.push([kDelete, actual[--x]]);
  }
  while (x > 0) result.push([kEqual, actual[--x]]);
  return result.reverse();
}

module.exports = { diff };
