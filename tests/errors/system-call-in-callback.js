// The same from a callback that throws it on.
require('fs').readFile('no such file', (error) => {
  throw error;
});
