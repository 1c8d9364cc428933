// process.dlopen(): native addons. None can be loaded; what is none at all is refused in the words of the system's loader.
'use strict';

const { codes } = require('internal/errors');

const kLeast = 64;
const kMagic = '\x7fELF';

function dlopen(module, filename) {
  if (areDisabled()) {
    throw failure('Cannot load native addon because loading addons is disabled.', 'ERR_DLOPEN_DISABLED');
  }
  if (arguments.length < 2) {
    throw Object.assign(new TypeError('process.dlopen needs at least 2 arguments'), { code: 'ERR_MISSING_ARGS' });
  }
  if (module?.exports == null) throw new TypeError('Cannot convert undefined or null to object');
  const file = `${filename}`;
  binding('permission').check('addon', file);
  const fault = faultOf(file);
  if (fault !== undefined) throw failure(`${file}: ${fault}`, 'ERR_DLOPEN_FAILED');
  throw new codes.ERR_NOT_IMPLEMENTED('Loading a native addon');
}

function failure(message, code) {
  return Object.assign(new Error(message), { code });
}

function areDisabled() {
  return !require('internal/process/permission').hasAddons();
}

// Why a file cannot be an addon, if it cannot. A name without a slash is one of the system's libraries.
function faultOf(file) {
  const fs = require('fs');
  const missing = 'cannot open shared object file: No such file or directory';
  if (!file.includes('/')) return missing;
  let bytes;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    if (error.code === 'ENOENT') return missing;
    if (error.code === 'EISDIR') return 'cannot read file data: Is a directory';
    throw error;
  }
  if (bytes.length < kLeast) return 'file too short';
  return bytes.latin1Slice(0, 4) === kMagic ? undefined : 'invalid ELF header';
}

module.exports = { dlopen };
