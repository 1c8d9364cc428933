// fs.readFile and readFileSync: one call of the binding, unless a signal or a buffer of the caller's asks for steps.
'use strict';

const fsBinding = binding('fs');
const { BYTES, bindingEncoding, decodeBytes } = require('internal/fs/encoding');
const { getOptions, getValidatedFd, getValidatedPath, validateCallback, validateEncoding } =
  require('internal/fs/validate');
const { stringToFlags } = require('internal/fs/flags');

const READ_ONLY = 0;

// A file is named by its path, or by its descriptor.
function getFile(path) {
  return typeof path === 'number' && path === (path | 0) ? getValidatedFd(path) : getValidatedPath(path);
}

// A file that is open already stays open as it is.
function getFlags(file, flags) {
  return flags === READ_ONLY || typeof file === 'number' ? READ_ONLY : stringToFlags(flags);
}

function readFile(path, options, callback) {
  callback ||= options;
  validateCallback(callback);
  let flags = READ_ONLY;
  let encoding;
  if (typeof options === 'string') {
    encoding = options;
    if (encoding !== 'buffer') validateEncoding(encoding);
  } else if (options !== callback && options !== undefined && options !== null) {
    options = getOptions(options);
    if (options.signal !== undefined || options.buffer !== undefined) {
      require('internal/fs/read_file_steps').readFile(path, options, callback);
      return;
    }
    encoding = options.encoding;
    flags = options.flag;
  }
  const file = getFile(path);
  flags = getFlags(file, flags);
  const asked = bindingEncoding(encoding);
  fsBinding.readFile(file, flags, asked, asked === BYTES ? afterBytes(encoding, callback) : callback);
}

function afterBytes(encoding, callback) {
  return (error, bytes) => {
    if (error !== null) {
      callback(error);
      return;
    }
    let data;
    try {
      data = decodeBytes(bytes, encoding);
    } catch (decodeError) {
      callback(decodeError);
      return;
    }
    callback(null, data);
  };
}

function readFileSync(path, options) {
  let flags = READ_ONLY;
  let encoding;
  if (typeof options === 'string') {
    encoding = options;
    if (encoding !== 'buffer') validateEncoding(encoding);
  } else if (options !== undefined && options !== null && typeof options !== 'function') {
    options = getOptions(options);
    if (options.buffer !== undefined) return require('internal/fs/read_file_steps').readFileSync(path, options);
    encoding = options.encoding;
    flags = options.flag;
  }
  const file = getFile(path);
  flags = getFlags(file, flags);
  const asked = bindingEncoding(encoding);
  const data = fsBinding.readFile(file, flags, asked);
  return asked === BYTES ? decodeBytes(data, encoding) : data;
}

module.exports = { afterBytes, getFile, readFile, readFileSync };
