// Objects whose properties stay as they are, though others may be added.
'use strict';

function makeReadOnly(object) {
  const fixed = { __proto__: null, writable: false, configurable: false };
  for (const key of Object.keys(object)) Object.defineProperty(object, key, fixed);
  return object;
}

module.exports = { makeReadOnly };
