// readFile, writeFile and appendFile of fs.promises and of FileHandle.
'use strict';

const fsBinding = binding('fs');
const { BYTES, bindingEncoding } = require('internal/fs/encoding');
const { DEFAULT_MODE, appendOptions, getData, getFlush, writeOptions } = require('internal/fs/write_file');
const { FileHandle } = require('internal/fs/promises/handle');
const { afterBytes } = require('internal/fs/read_file');
const { getOptions, getValidatedPath } = require('internal/fs/validate');
const { parseFileMode } = require('internal/validators');
const { stringToFlags } = require('internal/fs/flags');

const readOptions = { __proto__: null, flag: 'r', encoding: undefined, signal: undefined, buffer: undefined };

function settle(resolve, reject) {
  return (error, value) => {
    if (error === null) resolve(value);
    else reject(error);
  };
}

function readFile(path, options) {
  if (path instanceof FileHandle) return path.readFile(options);
  return new Promise((resolve, reject) => {
    options = getOptions(options, readOptions);
    if (options.signal !== undefined || options.buffer !== undefined) {
      require('internal/fs/read_file_steps').readFile(getValidatedPath(path), options, settle(resolve, reject));
      return;
    }
    const { encoding } = options;
    const asked = bindingEncoding(encoding);
    const done = settle(resolve, reject);
    fsBinding.readFile(getValidatedPath(path), stringToFlags(options.flag), asked,
                       asked === BYTES ? afterBytes(encoding, done) : done);
  });
}

function readHandle(handle, options, done) {
  const { readFileHandle, validateBufferOption } = require('internal/fs/read_file_steps');
  options = getOptions(options, readOptions);
  validateBufferOption(options.buffer);
  readFileHandle(handle.fd, options, done);
}

// Whether the data is to be had piece by piece.
function isIterable(data) {
  return data !== null && typeof data === 'object' && !ArrayBuffer.isView(data) &&
    (typeof data[Symbol.asyncIterator] === 'function' || typeof data[Symbol.iterator] === 'function');
}

function writeFile(path, data, options) {
  return put(path, data, options, writeOptions, 'w');
}

function appendFile(path, data, options) {
  return put(path, data, options, appendOptions, 'a');
}

function put(path, data, options, defaults, defaultFlag) {
  if (path instanceof FileHandle) return path.writeFile(data, options);
  return new Promise((resolve, reject) => {
    options = getOptions(options, defaults);
    const flush = getFlush(options);
    const stepwise = isIterable(data);
    if (!stepwise) data = getData(data, options.encoding);
    path = getValidatedPath(path);
    const flags = stringToFlags(options.flag || defaultFlag);
    const mode = parseFileMode(options.mode, 'mode', DEFAULT_MODE);
    const done = settle(resolve, reject);
    if (stepwise) {
      openAndWrite(path, data, flags, mode, flush, options, done);
    } else if (options.signal !== undefined || flush) {
      require('internal/fs/write_file_steps').writeFile(path, data, flags, mode, flush, options.signal, done);
    } else {
      fsBinding.writeFile(path, data, flags, mode, done);
    }
  });
}

function openAndWrite(path, pieces, flags, mode, flush, options, done) {
  const { abortError } = require('internal/fs/abort');
  if (options.signal?.aborted) {
    done(abortError(options.signal));
    return;
  }
  fsBinding.open(path, flags, mode, (error, fd) => {
    if (error !== null) done(error);
    else writePieces(fd, pieces, flush, options, require('internal/fs/read_file_steps').closeThen(fd, done));
  });
}

// Writes what the iterable gives, each piece when the one before it is in the file.
function writePieces(fd, pieces, flush, options, done) {
  const { abortError } = require('internal/fs/abort');
  const { flushThen, writeAll } = require('internal/fs/write_file_steps');
  if (options.signal?.aborted) {
    done(abortError(options.signal));
    return;
  }
  const { Buffer } = require('buffer');
  const write = (bytes) => new Promise((resolve, reject) => {
    writeAll(fd, bytes, options.signal, settle(resolve, reject));
  });
  async function writeEach() {
    for await (const piece of pieces) {
      const bytes = ArrayBuffer.isView(piece) ? piece : Buffer.from(piece, options.encoding || 'utf8');
      if (bytes.byteLength > 0) await write(bytes);
    }
  }
  const end = flush ? flushThen(fd, done) : done;
  writeEach().then(() => end(null), done);
}

function writeHandle(handle, data, options, done) {
  options = getOptions(options, writeOptions);
  const flush = getFlush(options);
  if (isIterable(data)) {
    writePieces(handle.fd, data, flush, options, done);
    return;
  }
  data = getData(data, options.encoding);
  if (options.signal !== undefined || flush) {
    require('internal/fs/write_file_steps').writeFile(handle.fd, data, 0, 0, flush, options.signal, done);
  } else {
    fsBinding.writeFile(handle.fd, data, 0, 0, done);
  }
}

module.exports = { appendFile, readFile, readHandle, settle, writeFile, writeHandle };
