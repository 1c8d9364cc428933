// `expectFailure`: whether a test failed as it was expected to.
'use strict';

const { isFailure } = require('internal/test/failure');

// `match` is what assert.throws() would take.
function matches(error, match) {
  const thrown = isFailure(error) ? error.cause : error;
  try {
    require('assert').throws(() => { throw thrown; }, match);
    return true;
  } catch {
    return false;
  }
}

module.exports = { matches };
