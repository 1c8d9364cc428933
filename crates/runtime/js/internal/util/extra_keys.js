// The keys of arrays, typed arrays and buffers besides the indexes of their items.
'use strict';

const { getOwnNonIndexProperties, hasShapeOf } = binding('util');
const { typedArrayName } = require('internal/util/types');

// By prototype: a list of that kind which has no keys besides. Most lists have none, and the engine can only tell
// by looking at all items.
const bare = new WeakMap();

function bareLike(list) {
  const prototype = Object.getPrototypeOf(list);
  if (prototype === null) return undefined;
  let found = bare.get(prototype);
  if (found === undefined) {
    const Base = Array.isArray(list) ? Array : typedArrays[typedArrayName(list)];
    if (Base === undefined) return undefined;
    const Kind = function() {};
    Kind.prototype = prototype;
    found = Reflect.construct(Base, [0], Kind);
    bare.set(prototype, found);
  }
  return found;
}

const typedArrays = {
  __proto__: null,
  BigInt64Array,
  BigUint64Array,
  Float16Array,
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Int8Array,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
};

// Of other objects it is all keys but indexes. Strings come before symbols.
function getExtraKeys(list, onlyEnumerable) {
  const like = onlyEnumerable ? bareLike(list) : undefined;
  return like !== undefined && hasShapeOf(list, like) ? [] : getOwnNonIndexProperties(list, onlyEnumerable);
}

module.exports = { getExtraKeys };
