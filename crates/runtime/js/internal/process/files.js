// The working folder and the file mode mask.
'use strict';

const native = binding('process');

const kNoFolder = 'process.cwd failed with error no such file or directory, the current working ' +
  'directory was likely removed without changing the working directory';

// With its properties in the order of Node's native errors.
function failed(errno, syscall, explanation) {
  const [code, message] = require('internal/errors').uvErrmapGet(errno);
  const error = new Error(`${code}: ${explanation ?? message}, ${syscall}`);
  return Object.assign(error, { errno, code, syscall });
}

function cwd() {
  const folder = native.cwd();
  if (typeof folder === 'string') return folder;
  const error = failed(folder, 'uv_cwd');
  throw error.code === 'ENOENT' ? failed(folder, 'uv_cwd', kNoFolder) : error;
}

function chdir(directory) {
  require('internal/validators').validateString(directory, 'directory');
  const errno = native.chdir(directory);
  if (errno < 0) {
    const error = failed(errno, 'chdir');
    error.path = cwd();
    error.dest = directory;
    error.message += ` '${error.path}' -> '${directory}'`;
    throw error;
  }
}

function umask(mask) {
  if (mask === undefined) return native.umask();
  const { parseFileMode } = require('internal/validators');
  return native.umask(parseFileMode(mask, 'mask'));
}

module.exports = { cwd, chdir, umask };
