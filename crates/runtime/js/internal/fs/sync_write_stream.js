// SyncWriteStream: a file that is written at once; what standard output is when it is redirected.
'use strict';

const { Writable } = require('internal/streams/writable');
const { UVException } = require('internal/errors');

const native = binding('stdio');

function SyncWriteStream(fd, options) {
  Writable.call(this, { autoDestroy: true });
  this.fd = fd;
  this.readable = false;
  this.autoClose = options?.autoClose ?? true;
}
Object.setPrototypeOf(SyncWriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(SyncWriteStream, Writable);

SyncWriteStream.prototype._write = function(chunk, encoding, callback) {
  const count = native.writeSync(this.fd, chunk);
  callback(count < 0 ? new UVException({ errno: count, syscall: 'write' }) : null);
};

SyncWriteStream.prototype._destroy = function(error, callback) {
  if (this.fd === null) {
    callback(error);
    return;
  }
  if (this.autoClose) require('fs').closeSync(this.fd);
  this.fd = null;
  callback(error);
};

SyncWriteStream.prototype.destroySoon = SyncWriteStream.prototype.destroy;

module.exports = SyncWriteStream;
