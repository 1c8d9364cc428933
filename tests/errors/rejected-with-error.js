// An unhandled rejection prints the error's own stack.
function fail() {
  return Promise.reject(new Error('not handled'));
}
fail();
