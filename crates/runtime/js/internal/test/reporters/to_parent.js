// The reporter of a process that runs a test file for its parent.
'use strict';

const { encode } = require('internal/test/wire');

// Resolves when all is written.
function connect(stream) {
  const { promise, resolve } = Promise.withResolvers();
  stream.on('data', (event) => {
    process.stdout.write(encode(event));
  });
  stream.on('end', () => process.stdout.write('', resolve));
  return promise;
}

module.exports = { connect };
