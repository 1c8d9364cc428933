// setTimeout(f, 0) against setImmediate(f): from the script either may be first, from an I/O callback never.
'use strict';

const fs = require('fs');

/** Sets both, and calls `done` with the name of the one that ran first. */
function race(done) {
  let first;
  const finish = (name) => {
    if (first) done(first);
    first ??= name;
  };
  setTimeout(finish, 0, 'timeout');
  setImmediate(finish, 'immediate');
}

race((first) => {
  console.log(`from the script: ${first} first, this time (had a millisecond passed when the loop began?)`);
  fromIo(100, 0);
});

function fromIo(left, immediates) {
  if (left === 0) {
    console.log(`from an I/O callback: the immediate first, ${immediates} times of 100`);
    return;
  }
  fs.stat(__filename, () => race((first) => fromIo(left - 1, immediates + (first === 'immediate'))));
}
