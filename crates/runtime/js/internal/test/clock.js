// The time of tests, in nanoseconds: no test can put another clock there.
'use strict';

const { hrtime } = binding('process');

// From nanoseconds to what is shown.
function toMilliseconds(nanoseconds) {
  return nanoseconds / 1e6;
}

module.exports = { now: hrtime, toMilliseconds };
