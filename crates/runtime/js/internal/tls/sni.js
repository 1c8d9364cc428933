// The contexts of a server by the names that clients ask for.
'use strict';

// `*` stands for a part of a name; the last that fits counts.
function patternOf(name) {
  const escaped = name.replace(/[^\w*]/g, (character) => `\\${character}`).replaceAll('*', '[^.]*');
  return new RegExp(`^${escaped}$`, 'i');
}

// A method of the server's sockets.
function defaultSNICallback(name, callback) {
  const { server } = this;
  const found = server._contexts.findLast(([pattern]) => pattern.test(name));
  callback(null, found === undefined ? undefined : found[1]);
}

module.exports = { defaultSNICallback, patternOf };
