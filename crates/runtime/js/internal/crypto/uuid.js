// UUIDs: random ones (version 4), and such that begin with the time (version 7).
'use strict';

const native = binding('crypto');
const { validateBoolean, validateObject } = require('internal/validators');

// Whether the random bytes may not come out of those that are had in advance.
function isFresh(options) {
  validateObject(options, 'options');
  const { disableEntropyCache = false } = options;
  validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
  return disableEntropyCache;
}

function randomUUID(options) {
  return native.uuid(false, options !== undefined && isFresh(options));
}

function randomUUIDv7(options) {
  return native.uuid(true, options !== undefined && isFresh(options));
}

module.exports = { randomUUID, randomUUIDv7 };
