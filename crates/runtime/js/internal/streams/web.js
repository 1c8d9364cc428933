// Streams from and to web streams.
'use strict';

const { codes } = require('internal/errors');

function notImplemented(name) {
  return function() {
    throw new codes.ERR_NOT_IMPLEMENTED(`stream.${name}()`);
  };
}

module.exports = {
  duplexFromWeb: notImplemented('Duplex.fromWeb'),
  duplexToWeb: notImplemented('Duplex.toWeb'),
  readableFromWeb: notImplemented('Readable.fromWeb'),
  readableToWeb: notImplemented('Readable.toWeb'),
  writableFromWeb: notImplemented('Writable.fromWeb'),
  writableToWeb: notImplemented('Writable.toWeb'),
};
