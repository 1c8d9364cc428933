// Writing a file step by step, for writeFile with a signal, which is looked at between the steps, or with a flush,
// which is left to fs.fsync.
'use strict';

const fsBinding = binding('fs');
const { abortError } = require('internal/fs/abort');
const { closeThen } = require('internal/fs/read_file_steps');

const CHUNK_SIZE = 512 * 1024;

// Calls `done(error)` when all of `data` is in the file.
function writeAll(fd, data, signal, done) {
  let offset = 0;
  function next() {
    if (signal?.aborted) {
      done(abortError(signal));
      return;
    }
    fsBinding.write(fd, data, offset, Math.min(data.byteLength - offset, CHUNK_SIZE), -1, afterWrite);
  }
  function afterWrite(error, written) {
    if (error !== null) {
      done(error);
      return;
    }
    offset += written;
    if (offset < data.byteLength) next();
    else done(null);
  }
  next();
}

function writeFile(file, data, flags, mode, flush, signal, callback) {
  const bytes = typeof data === 'string' ? require('buffer').Buffer.from(data) : data;
  if (signal?.aborted) {
    callback(abortError(signal));
    return;
  }
  if (typeof file === 'number') {
    writeAll(file, bytes, signal, flush ? flushThen(file, callback) : callback);
    return;
  }
  fsBinding.open(file, flags, mode, (error, fd) => {
    if (error !== null) {
      callback(error);
      return;
    }
    const done = closeThen(fd, (failure) => callback(failure));
    writeAll(fd, bytes, signal, flush ? flushThen(fd, done) : done);
  });
}

function flushThen(fd, done) {
  return (error) => {
    if (error !== null) done(error);
    else require('fs').fsync(fd, done);
  };
}

// With a flush at the end.
function writeFileSync(file, data, flags, mode) {
  const fd = typeof file === 'number' ? file : fsBinding.open(file, flags, mode);
  try {
    fsBinding.writeFile(fd, data, 0, 0);
    require('fs').fsyncSync(fd);
  } finally {
    if (fd !== file) fsBinding.close(fd);
  }
}

module.exports = { flushThen, writeAll, writeFile, writeFileSync };
