// What the binding does in one call, in several of them: so that each can be told of.
'use strict';

const { BYTES, UTF8 } = require('internal/fs/encoding');

const kReadAndWrite = 2;
const kAnywhere = -1;

// Calls a function with a file that is open, which a number is already.
function withOpen(fsBinding, file, flags, mode, act) {
  if (typeof file === 'number') return act(file);
  const fd = fsBinding.open(file, flags, mode);
  try {
    return act(fd);
  } finally {
    fsBinding.close(fd);
  }
}

function readFileOf(fsBinding, file, flags, asked) {
  const { readFileSync } = require('internal/fs/read_file_steps');
  const encoding = asked === UTF8 ? 'utf8' : asked === BYTES ? undefined : 'latin1';
  const data = readFileSync(file, { __proto__: null, flag: flags, encoding });
  if (asked !== BYTES) return data;
  return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
}

function writeFileOf(fsBinding, file, data, flags, mode) {
  const { Buffer } = require('buffer');
  const bytes = typeof data === 'string' ? Buffer.from(data) :
    Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  withOpen(fsBinding, file, flags, mode, (fd) => {
    let written = 0;
    do {
      written += fsBinding.write(fd, bytes, written, bytes.length - written, kAnywhere);
    } while (written < bytes.length);
  });
}

function truncateOf(fsBinding, path, length) {
  withOpen(fsBinding, path, kReadAndWrite, 0o666, (fd) => fsBinding.ftruncate(fd, length));
}

module.exports = { readFileOf, truncateOf, writeFileOf };
