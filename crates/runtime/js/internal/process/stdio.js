// process.stdin, stdout and stderr, each made when it is first asked for.
'use strict';

const native = binding('stdio');

let stdin;
let stdout;
let stderr;

module.exports = {
  get stdin() { return stdin ??= native.isDirect ? openStdin(0) : ofWorker('stdin'); },
  get stdout() { return stdout ??= native.isDirect ? openWriter(1) : ofWorker('stdout'); },
  get stderr() { return stderr ??= native.isDirect ? openWriter(2) : ofWorker('stderr'); },
  // process.openStdin(), of old.
  openStdin() {
    process.stdin.resume();
    return process.stdin;
  },
};

// A worker has streams of its own.
function ofWorker(name) {
  return require('internal/worker/thread').standard(name);
}

function openWriter(fd) {
  const stream = newWriter(fd);
  stream.fd = fd;
  // pipe() does not end it.
  stream._isStdio = true;
  // Destroyed, it can be written to again: the descriptor stays.
  stream.destroySoon = stream.destroy;
  stream._destroy = dummyDestroy;
  if (stream.isTTY) process.on('SIGWINCH', () => stream._refreshSize());
  return stream;
}

function dummyDestroy(error, callback) {
  callback(error);
  this._undestroy();
  // Some emit it only when they are destroyed for good.
  if (!this._writableState.emitClose) process.nextTick(() => this.emit('close'));
}

function newWriter(fd) {
  let stream;
  switch (native.guessHandleType(fd)) {
    case 'TTY': {
      const { WriteStream } = require('tty');
      stream = new WriteStream(fd);
      stream._type = 'tty';
      break;
    }
    case 'FILE': {
      const SyncWriteStream = require('internal/fs/sync_write_stream');
      stream = new SyncWriteStream(fd, { autoClose: false });
      stream._type = 'fs';
      break;
    }
    case 'PIPE':
    case 'TCP': {
      const { Socket } = require('internal/net/socket');
      stream = new Socket({ fd, readable: false, writable: true });
      stream._type = 'pipe';
      break;
    }
    default: {
      const { Writable } = require('internal/streams/writable');
      stream = new Writable({
        write(chunk, encoding, callback) { callback(); },
      });
    }
  }
  return stream;
}

function openStdin(fd) {
  const stream = newReader(fd);
  stream.fd ??= fd;
  // Paused, it does not keep the program alive; nor is it read before somebody wants to.
  if (stream._handle?.readStop) {
    stream.on('pause', () => {
      stream._handle?.readStop();
      stream._readableState.reading = false;
    });
  }
  return stream;
}

function newReader(fd) {
  switch (native.guessHandleType(fd)) {
    case 'TTY': {
      const { ReadStream } = require('tty');
      return new ReadStream(fd);
    }
    case 'FILE': {
      const { ReadStream } = require('fs');
      return new ReadStream(null, { fd, autoClose: false });
    }
    case 'PIPE':
    case 'TCP': {
      const { Socket } = require('internal/net/socket');
      const stream = new Socket({ fd, readable: true, writable: false, manualStart: true });
      stream._type = 'pipe';
      return stream;
    }
    default: {
      const { Readable } = require('internal/streams/readable');
      const stream = new Readable({ read() {} });
      stream.push(null);
      return stream;
    }
  }
}
