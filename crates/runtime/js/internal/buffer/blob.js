// Blob and File are not there yet: they say so when one is made.
'use strict';

function throwMissing(name) {
  const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
  throw new ERR_NOT_IMPLEMENTED(name);
}

class Blob {
  constructor() {
    throwMissing('Blob');
  }
}

class File extends Blob {
  constructor() {
    throwMissing('File');
  }
}

function resolveObjectURL() {
  throwMissing('buffer.resolveObjectURL()');
}

module.exports = { Blob, File, resolveObjectURL };
