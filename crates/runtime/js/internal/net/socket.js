// Socket: a connection, as a duplex stream. Its parts: what is read and written (transfer.js), how it comes to be connected
// (connect.js), timeouts and settings (settings.js).
'use strict';

const { kGive, kTransfer } = require('internal/cloneable');
const { codes, ErrnoException } = require('internal/errors');
const { Duplex } = require('internal/streams/duplex');
const { Tcp, Pipe } = require('internal/stream_handle');
const {
  kAttempt,
  kBytesRead,
  kBytesWritten,
  kConsumer,
  kHandle,
  kLastWriteQueueSize,
  kOwnBuffer,
  kResets,
  kSetKeepAlive,
  kSetKeepAliveInitialDelay,
  kSetNoDelay,
  kSetTypeOfService,
  kShutDownCallback,
  kTimeout,
  kWriteCallback,
} = require('internal/net/fields');
const connecting = require('internal/net/connect');
const settings = require('internal/net/settings');
const transfer = require('internal/net/transfer');
const { clearTimer, wholeSeconds } = settings;
const { isUint8Array } = require('internal/buffer/fast_buffer');
const { validateAbortSignal, validateInt32, validateNumber } = require('internal/validators');

const kObjectModes = ['objectMode', 'readableObjectMode', 'writableObjectMode'];

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  const given = readOptions(options);
  this.connecting = false;
  this._hadError = false;
  this._closeAfterHandlingError = false;
  this[kHandle] = null;
  this[kConsumer] = null;
  // These are Duplex's. The engine gives an object as many slots of its own as its constructor sets fields by name.
  this._events = undefined;
  this._eventsCount = 0;
  this._maxListeners = undefined;
  this._readableState = null;
  this._writableState = null;
  this.allowHalfOpen = false;
  // Compiled by itself: see docs/engine-speed.md.
  Reflect.apply(Duplex, this, [streamOptions(given)]);
  this._pendingData = null;
  this._pendingEncoding = '';
  this.server = null;
  this._server = null;
  if (given.noDelay) this[kSetNoDelay] = true;
  if (given.keepAlive) this[kSetKeepAlive] = true;
  if (given.keepAliveInitialDelay) this[kSetKeepAliveInitialDelay] = wholeSeconds(given.keepAliveInitialDelay);
  if (given.typeOfService !== undefined) this[kSetTypeOfService] = given.typeOfService;
  Reflect.apply(this.on, this, ['end', refuseWrites]);
  if (given.blockList) this.blockList = given.blockList;
  takeOwnBuffer(this, given.onread);
  takeHandle(this, given);
  if (given.signal) addSignal(this, given.signal);
}
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);

// Options as a script gives them: an object, the number of a descriptor, or nothing.
function readOptions(options) {
  if (typeof options === 'number') return { __proto__: null, fd: options };
  if (options == null) return { __proto__: null };
  for (let i = 0; i < kObjectModes.length; i++) {
    const name = kObjectModes[i];
    if (options[name]) {
      throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is not supported');
    }
  }
  const { keepAliveInitialDelay, typeOfService } = options;
  if (keepAliveInitialDelay !== undefined) {
    validateNumber(keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  }
  if (typeOfService !== undefined) validateInt32(typeOfService, 'options.typeOfService', 0, 255);
  const { blockList } = options;
  if (blockList) checkBlockList(blockList);
  return options;
}

function checkBlockList(blockList) {
  const { BlockList } = require('internal/net/block_list');
  if (!BlockList.isBlockList(blockList)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', blockList);
  }
}

function streamOptions(given) {
  return {
    __proto__: null,
    allowHalfOpen: Boolean(given.allowHalfOpen),
    readable: given.readable,
    writable: given.writable,
    highWaterMark: given.highWaterMark,
    readableHighWaterMark: given.readableHighWaterMark,
    writableHighWaterMark: given.writableHighWaterMark,
    autoDestroy: true,
    // It comes from the closing phase, when the handle is closed.
    emitClose: false,
    decodeStrings: false,
  };
}

function takeOwnBuffer(socket, onread) {
  if (onread === null || typeof onread !== 'object' || typeof onread.callback !== 'function') return;
  const { buffer, callback } = onread;
  if (isUint8Array(buffer)) {
    socket[kOwnBuffer] = { view: buffer, next: null, callback };
  } else if (typeof buffer === 'function') {
    socket[kOwnBuffer] = { view: buffer(), next: buffer, callback };
  }
}

function takeHandle(socket, given) {
  const handle = given.handle ?? (given.fd === undefined ? null : openDescriptor(given.fd));
  if (handle === null) return;
  const { adopt } = require('internal/net/bound_socket');
  socket._handle = adopt(handle);
  if (socket._handle.pipeName !== undefined) socket._pipeName = socket._handle.pipeName;
  if (given.manualStart || given.readable === false || socket.connecting) return;
  if (given.pauseOnCreate) {
    handle.readStop?.();
    socket._readableState.flowing = false;
  } else if (socket._handle === handle) {
    Reflect.apply(socket.read, socket, [0]);
  }
}

// A handle for a descriptor that the process has.
function openDescriptor(fd) {
  validateInt32(fd, 'fd', 0);
  const kind = binding('stdio').guessHandleType(fd);
  if (kind !== 'PIPE' && kind !== 'TCP') throw new codes.ERR_INVALID_FD_TYPE(kind);
  const handle = kind === 'PIPE' ? new Pipe(false) : new Tcp();
  const status = handle.open(fd);
  if (status < 0) {
    handle.close();
    throw new ErrnoException(status, 'open');
  }
  return handle;
}

function addSignal(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  require('internal/streams/add_abort_signal').addAbortSignalNoValidate(signal, socket);
}

// Whoever writes after the other side has ended hears what is wrong, and not that this side was ended for it.
function refuseWrites() {
  if (!this.allowHalfOpen) this.write = writeAfterEnd;
}

function writeAfterEnd(chunk, encoding, callback) {
  if (!this.writableEnded) return Duplex.prototype.write.call(this, chunk, encoding, callback);
  const error = new Error('This socket has been ended by the other party');
  error.code = 'EPIPE';
  const whenDone = typeof encoding === 'function' ? encoding : callback;
  if (typeof whenDone === 'function') process.nextTick(whenDone, error);
  this.destroy(error);
  return false;
}

const { prototype } = Socket;
Object.assign(prototype, settings.methods, transfer.methods, connecting.methods);

// What few sockets have, or have for a short time: a socket that waits has up to 22 fields of its own, for which the engine
// takes half the memory that it takes for more.
prototype._parent = null;
prototype._host = null;
prototype._sockname = null;
prototype[kLastWriteQueueSize] = 0;
prototype[kTimeout] = null;
prototype[kSetNoDelay] = false;
prototype[kSetKeepAlive] = false;
prototype[kSetKeepAliveInitialDelay] = 0;
prototype[kOwnBuffer] = null;
prototype[kWriteCallback] = null;
prototype[kShutDownCallback] = null;
prototype[kResets] = false;
prototype[kAttempt] = null;
prototype[kSetTypeOfService] = undefined;
prototype[kBytesRead] = 0;
prototype[kBytesWritten] = 0;

Object.defineProperty(prototype, '_handle', {
  __proto__: null,
  get() { return this[kHandle]; },
  set(handle) {
    this[kHandle] = handle;
    if (!handle) return;
    handle.owner = this;
    const own = this[kOwnBuffer];
    if (own !== null) handle.useBuffer?.(own.view);
  },
});

prototype.destroySoon = function() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

prototype._destroy = function(error, callback) {
  this.connecting = false;
  for (let each = this; each; each = each._parent) clearTimer(each);
  if (this[kAttempt] !== null) {
    this[kAttempt].cancel();
    this[kAttempt] = null;
  }
  const handle = this[kHandle];
  if (handle) closeHandle(this, handle, error);
  callback(error);
  // After 'error', which callback() has put into a tick.
  if (!handle) process.nextTick(emitCloseOfNone, this);
  leaveServer(this);
};

function closeHandle(socket, handle, error) {
  socket._hadError = Boolean(error);
  socket[kBytesRead] = handle.bytesRead;
  socket[kBytesWritten] = handle.bytesWritten;
  const whenClosed = () => emitClose(socket, socket._hadError);
  const below = socket._parent;
  if (below && below[kHandle] === handle) {
    // The socket below has the handle as well, and closes it.
    below.once('close', whenClosed);
    below.destroy();
  } else if (below instanceof Socket && below.destroyed) {
    process.nextTick(whenClosed);
  } else if (socket[kResets]) {
    socket[kResets] = false;
    const status = handle.reset(whenClosed);
    if (status < 0) {
      socket.emit('error', new ErrnoException(status, 'reset'));
      handle.close(whenClosed);
    }
  } else {
    handle.close(whenClosed);
  }
  socket[kHandle] = null;
  if (socket._sockname !== null) socket._sockname = null;
}

function emitClose(socket, hadError) {
  socket.emit('close', hadError);
}

// Without a handle there is nothing that could have failed.
function emitCloseOfNone(socket) {
  socket.emit('close');
}

function leaveServer(socket) {
  const server = socket._server;
  if (!server) return;
  server._connections--;
  server._emitCloseIfDrained();
}

prototype._reset = function() {
  this[kResets] = true;
  return this.destroy();
};

prototype.resetAndDestroy = function() {
  const handle = this[kHandle];
  if (!handle) {
    this.destroy(new codes.ERR_SOCKET_CLOSED());
    return this;
  }
  if (!(handle instanceof Tcp)) throw new codes.ERR_INVALID_HANDLE_TYPE();
  if (this.connecting) this.once('connect', this._reset);
  else this._reset();
  return this;
};

// Only one that nothing has come from or gone into can be handed over.
prototype[kTransfer] = function() {
  const handle = this[kHandle];
  const isFresh = handle && !this.connecting && handle.bytesRead === 0 && handle.bytesWritten === 0;
  if (!isFresh) throw new codes.ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Socket');
};

prototype[kGive] = function() {
  const handle = this[kHandle];
  this[kHandle] = null;
  const given = require('internal/net/given').giveHandle(handle, false);
  this.destroy();
  return given;
};

// Names of both ends. What was asked for once is kept, also for when the handle is gone.

prototype.address = function() {
  return this._getsockname();
};

prototype._getsockname = function() {
  const handle = this[kHandle];
  if (!handle || !handle.getsockname) return this._pipeName === undefined ? {} : { address: this._pipeName };
  if (this._sockname === null) {
    const name = {};
    if (handle.getsockname(name) < 0) return name;
    this._sockname = name;
  }
  return this._sockname;
};

prototype._getpeername = function() {
  const handle = this[kHandle];
  if (!handle || !handle.getpeername || this.connecting) return this._peername ?? {};
  if (!this._peername) {
    const name = {};
    if (handle.getpeername(name) < 0) return name;
    this._peername = name;
  }
  return this._peername;
};

function defineGetter(name, get, enumerable) {
  Object.defineProperty(prototype, name, { __proto__: null, get, enumerable });
}

defineGetter('remoteAddress', function() { return this._getpeername().address; }, true);
defineGetter('remoteFamily', function() { return this._getpeername().family; }, true);
defineGetter('remotePort', function() { return this._getpeername().port; }, true);
defineGetter('localAddress', function() { return this._getsockname().address; }, true);
defineGetter('localPort', function() { return this._getsockname().port; }, true);
defineGetter('localFamily', function() { return this._getsockname().family; }, true);

defineGetter('_connecting', function() { return this.connecting; }, false);
defineGetter('readyState', function() {
  if (this.connecting) return 'opening';
  if (this.readable) return this.writable ? 'open' : 'readOnly';
  return this.writable ? 'writeOnly' : 'closed';
}, false);
defineGetter('bufferSize', function() { return this[kHandle] ? this.writableLength : undefined; }, false);
Object.defineProperty(prototype, 'pending', {
  __proto__: null,
  get() { return !this[kHandle] || this.connecting; },
  configurable: true,
});

for (const name of Object.keys(transfer.getters)) defineGetter(name, transfer.getters[name], true);

module.exports = { Socket, checkBlockList, openDescriptor };
