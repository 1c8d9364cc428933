// tty: terminals as streams.
'use strict';

const { codes, ErrnoException } = require('internal/errors');
const { Socket } = require('internal/net/socket');
const { Tty } = require('internal/stream_handle');

const native = binding('stdio');

const cursor = () => require('internal/readline/callbacks');
const colors = () => require('internal/tty');

function isatty(fd) {
  return Number.isInteger(fd) && fd >= 0 && fd <= 0x7fffffff &&
    native.guessHandleType(fd) === 'TTY';
}

function openTerminal(fd) {
  if (fd >> 0 !== fd || fd < 0) throw new codes.ERR_INVALID_FD(fd);
  const failure = {};
  const handle = new Tty(fd, failure);
  if (failure.code === undefined) return handle;
  const [code, message] = require('internal/errors').uvErrmapGet(failure.code);
  throw new codes.ERR_TTY_INIT_FAILED({ errno: failure.code, code, message, syscall: 'uv_tty_init' });
}

function ReadStream(fd, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(fd, options);
  const handle = openTerminal(fd);
  Socket.call(this, { readableHighWaterMark: 0, handle, manualStart: true, ...options });
  this.isRaw = false;
  this.isTTY = true;
}
Object.setPrototypeOf(ReadStream.prototype, Socket.prototype);
Object.setPrototypeOf(ReadStream, Socket);

ReadStream.prototype.setRawMode = function(flag) {
  flag = Boolean(flag);
  const error = this._handle ? this._handle.setRawMode(flag) : 0;
  if (error < 0) {
    this.emit('error', new ErrnoException(error, 'setRawMode'));
    return this;
  }
  this.isRaw = flag;
  return this;
};

function WriteStream(fd) {
  if (!(this instanceof WriteStream)) return new WriteStream(fd);
  const handle = openTerminal(fd);
  Socket.call(this, { readableHighWaterMark: 0, handle, manualStart: true });
  // What was written is there when the process ends.
  handle.setBlocking(true);
  const size = [0, 0];
  if (handle.getWindowSize(size) === 0) {
    this.columns = size[0];
    this.rows = size[1];
  }
}
Object.setPrototypeOf(WriteStream.prototype, Socket.prototype);
Object.setPrototypeOf(WriteStream, Socket);

WriteStream.prototype.isTTY = true;

WriteStream.prototype.getColorDepth = function getColorDepth(env) {
  return colors().getColorDepth(env);
};

WriteStream.prototype.hasColors = function hasColors(count, env) {
  return colors().hasColors.call(this, count, env);
};

WriteStream.prototype._refreshSize = function() {
  const size = [0, 0];
  const status = this._handle.getWindowSize(size);
  if (status < 0) {
    this.emit('error', new ErrnoException(status, 'getWindowSize'));
    return;
  }
  const columns = size[0];
  const rows = size[1];
  if (columns === this.columns && rows === this.rows) return;
  this.columns = columns;
  this.rows = rows;
  this.emit('resize');
};

WriteStream.prototype.cursorTo = function(x, y, callback) {
  return cursor().cursorTo(this, x, y, callback);
};

WriteStream.prototype.moveCursor = function(dx, dy, callback) {
  return cursor().moveCursor(this, dx, dy, callback);
};

WriteStream.prototype.clearLine = function(dir, callback) {
  return cursor().clearLine(this, dir, callback);
};

WriteStream.prototype.clearScreenDown = function(callback) {
  return cursor().clearScreenDown(this, callback);
};

WriteStream.prototype.getWindowSize = function() {
  return [this.columns, this.rows];
};

module.exports = { isatty, ReadStream, WriteStream };
