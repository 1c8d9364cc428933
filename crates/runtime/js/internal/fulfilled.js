// Promises of what is known, made without the engine's search for a `then` in it.
'use strict';

const { fulfilled } = binding('util');

// A result of an iterator: a promise of `{ done, value }`.
function iteratorResult(done, value) {
  const result = { done, value };
  // Where a script has given all objects a `then` it is to be called.
  return 'then' in result ? Promise.resolve(result) : fulfilled(result);
}

module.exports = { iteratorResult };
