// tap(), tapSync() and ondrain().
'use strict';

const { validateFunction } = require('internal/validators');
const { drainableProtocol } = require('internal/streams/iter/protocol');
const { hasMethod } = require('internal/streams/iter/values');

// Transforms that only show what goes by.
function tap(callback) {
  validateFunction(callback, 'callback');
  return async (chunks, options) => {
    await callback(chunks, options);
    return chunks;
  };
}

function tapSync(callback) {
  validateFunction(callback, 'callback');
  return (chunks) => {
    callback(chunks);
    return chunks;
  };
}

// A promise of the time when a writer takes more; null if it never will, or is no such writer.
function ondrain(drainable) {
  return hasMethod(drainable, drainableProtocol) ? drainable[drainableProtocol]() : null;
}

module.exports = { ondrain, tap, tapSync };
