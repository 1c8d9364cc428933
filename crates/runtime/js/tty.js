// tty: terminals as streams.
'use strict';

const { codes, ErrnoException } = require('internal/errors');
const { DescriptorStream } = require('internal/descriptor_stream');

const native = binding('stdio');

const cursor = () => require('internal/readline/callbacks');
const colors = () => require('internal/tty');

function isatty(fd) {
  return Number.isInteger(fd) && fd >= 0 && fd <= 0x7fffffff &&
    native.guessHandleType(fd) === 'TTY';
}

function checkTerminal(fd) {
  if (fd >> 0 !== fd || fd < 0) throw new codes.ERR_INVALID_FD(fd);
  if (!isatty(fd)) {
    throw new codes.ERR_TTY_INIT_FAILED({
      errno: -22,
      code: 'EINVAL',
      message: 'invalid argument',
      syscall: 'uv_tty_init',
    });
  }
}

function ReadStream(fd, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(fd, options);
  checkTerminal(fd);
  DescriptorStream.call(this, fd, { readableHighWaterMark: 0, ...options });
  this.isRaw = false;
  this.isTTY = true;
}
Object.setPrototypeOf(ReadStream.prototype, DescriptorStream.prototype);
Object.setPrototypeOf(ReadStream, DescriptorStream);

ReadStream.prototype.setRawMode = function(flag) {
  flag = Boolean(flag);
  const error = native.ttySetMode(this.fd, flag);
  if (error < 0) {
    this.emit('error', new ErrnoException(error, 'setRawMode'));
    return this;
  }
  this.isRaw = flag;
  return this;
};

function WriteStream(fd) {
  if (!(this instanceof WriteStream)) return new WriteStream(fd);
  checkTerminal(fd);
  DescriptorStream.call(this, fd, { readableHighWaterMark: 0 });
  const size = native.ttyGetWindowSize(fd);
  if (Array.isArray(size)) [this.columns, this.rows] = size;
}
Object.setPrototypeOf(WriteStream.prototype, DescriptorStream.prototype);
Object.setPrototypeOf(WriteStream, DescriptorStream);

WriteStream.prototype.isTTY = true;

WriteStream.prototype.getColorDepth = function getColorDepth(env) {
  return colors().getColorDepth(env);
};

WriteStream.prototype.hasColors = function hasColors(count, env) {
  return colors().hasColors.call(this, count, env);
};

WriteStream.prototype._refreshSize = function() {
  const size = native.ttyGetWindowSize(this.fd);
  if (!Array.isArray(size)) {
    this.emit('error', new ErrnoException(size, 'getWindowSize'));
    return;
  }
  const [columns, rows] = size;
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
