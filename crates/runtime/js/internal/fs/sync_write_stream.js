// SyncWriteStream: a file that is written at once; what standard output is when it is redirected.
'use strict';

const { Writable } = require('internal/streams/writable');
const { UVException } = require('internal/errors');

const native = binding('stdio');

class SyncWriteStream extends Writable {
  constructor(fd, options) {
    super({ autoDestroy: true });
    this.fd = fd;
    this.readable = false;
    this.autoClose = options?.autoClose ?? true;
  }

  _write(chunk, encoding, callback) {
    const count = native.writeSync(this.fd, chunk);
    callback(count < 0 ? new UVException({ errno: count, syscall: 'write' }) : null);
  }

  _destroy(error, callback) {
    const { fd } = this;
    this.fd = null;
    if (fd !== null && this.autoClose) require('fs').closeSync(fd);
    callback(error);
  }

  destroySoon(error) {
    return this.destroy(error);
  }
}

module.exports = SyncWriteStream;
