// Objects that a script has marked: not to be handed over, not to be cloned.
'use strict';

const untransferable = new WeakSet();
const uncloneable = new WeakSet();

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function markAsUntransferable(object) {
  if (isObject(object)) untransferable.add(object);
}

function isMarkedAsUntransferable(object) {
  return isObject(object) &&
    (untransferable.has(object) || require('internal/buffer/pool').isPool(object));
}

function markAsUncloneable(object) {
  if (isObject(object)) uncloneable.add(object);
}

function isUncloneable(object) {
  return uncloneable.has(object);
}

module.exports = { markAsUntransferable, isMarkedAsUntransferable, markAsUncloneable, isUncloneable };
