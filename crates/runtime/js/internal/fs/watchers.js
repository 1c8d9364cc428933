// fs.watch, watchFile and unwatchFile.
'use strict';

const { codes } = require('internal/errors');
const { getOptions, getValidatedPath } = require('internal/fs/validate');

function watch(filename, options, listener) {
  getValidatedPath(filename, 'filename');
  getOptions(options);
  throw new codes.ERR_NOT_IMPLEMENTED('fs.watch');
}

function watchFile(filename, options, listener) {
  getValidatedPath(filename, 'filename');
  throw new codes.ERR_NOT_IMPLEMENTED('fs.watchFile');
}

// While nothing can be watched there is nothing to stop.
function unwatchFile(filename, listener) {
  getValidatedPath(filename, 'filename');
}

module.exports = { unwatchFile, watch, watchFile };
