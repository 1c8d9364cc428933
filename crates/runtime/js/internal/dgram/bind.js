// Binding and connecting: dgram.Socket's bind(), bindSync(), connect(), connectSync(), disconnect().
'use strict';

const { attempt } = require('internal/net/refusal');
const { codes } = require('internal/errors');
const {
  kBinding, kBound, kConnected, kConnecting, kDisconnected, kState, kUnbound,
} = require('internal/dgram/state');
const { validateObject, validatePort, validateString } = require('internal/validators');

// As the binding knows them.
const kReuseAddr = 1;
const kReusePort = 2;
const kIPv6Only = 4;

function bindFlags(state) {
  return (state.reuseAddr ? kReuseAddr : 0) | (state.reusePort ? kReusePort : 0) | (state.ipv6Only ? kIPv6Only : 0);
}

function addressError(errno, syscall, address, port) {
  const { AccessDenied, ExceptionWithHostPort } = require('internal/errors');
  if (typeof errno === 'object') return new AccessDenied(errno, syscall, address, port);
  return new ExceptionWithHostPort(errno, syscall, address, port);
}

function beginBinding(state) {
  state.check();
  if (state.bindState !== kUnbound) throw new codes.ERR_SOCKET_ALREADY_BOUND();
  state.bindState = kBinding;
}

// From now on messages come. The event is left to the caller.
function startReceiving(socket, state) {
  state.handle.recvStart();
  state.receiving = true;
  state.bindState = kBound;
  if (state.recvBufferSize) socket.setRecvBufferSize(state.recvBufferSize);
  if (state.sendBufferSize) socket.setSendBufferSize(state.sendBufferSize);
}

function listen(socket, state) {
  startReceiving(socket, state);
  socket.emit('listening');
  if (state.queue !== undefined) state.runQueue();
}

// bind([port][, address][, callback]), bind(options[, callback]) or bind(handle).
function bind(port, address) {
  const state = this[kState];
  beginBinding(state);
  const last = arguments.length > 0 ? arguments[arguments.length - 1] : undefined;
  const callback = typeof last === 'function' ? last : undefined;
  if (callback !== undefined) this.once('listening', callback);
  let isExclusive = false;
  if (port !== null && typeof port === 'object') {
    if (typeof port.recvStart === 'function') {
      adopt(this, state, port);
      return this;
    }
    if (Number.isInteger(port.fd) && port.fd > 0 && port.fd <= 0x7fffffff) {
      openDescriptor(this, state, port.fd);
      return this;
    }
    address = port.address || '';
    isExclusive = Boolean(port.exclusive);
    port = port.port;
  } else {
    address = typeof address === 'function' ? '' : address;
  }
  bindLater(this, state, typeof port === 'function' ? 0 : port, address || state.anywhere, callback, isExclusive);
  return this;
}

function adopt(socket, state, handle) {
  state.handle.close();
  handle.owner = socket;
  state.handle = handle;
  listen(socket, state);
}

function openDescriptor(socket, state, fd) {
  const type = binding('stdio').guessHandleType(fd);
  if (type !== 'UDP') throw new codes.ERR_INVALID_FD_TYPE(type === 'INVALID' ? 'UNKNOWN' : type);
  const errno = state.handle.open(fd);
  if (errno !== 0) throw new (require('internal/errors').ErrnoException)(errno, 'open');
  listen(socket, state);
}

function bindLater(socket, state, port, address, callback, isExclusive) {
  const fail = (error) => {
    state.bindState = kUnbound;
    state.queue = undefined;
    if (callback !== undefined) socket.removeListener('listening', callback);
    socket.emit('error', error);
  };
  state.find(address, (error, ip) => {
    if (state.handle === null) return;
    if (error) {
      fail(error);
      return;
    }
    const { cluster } = require('internal/cluster/side');
    if (cluster !== undefined && !isExclusive && !state.reusePort) {
      bindInCluster(cluster, socket, state, ip, port | 0, fail);
      return;
    }
    const errno = attempt(() => state.handle.bind(ip, port | 0, bindFlags(state)));
    if (errno === 0) listen(socket, state);
    else fail(addressError(errno, 'bind', ip, port));
  });
}

// In a worker of a cluster the first process binds the socket, and all workers have it.
function bindInCluster(cluster, socket, state, address, port, fail) {
  const query = { address, port, addressType: socket.type, fd: -1, flags: bindFlags(state) };
  cluster._getServer(socket, query, (errno, handle) => {
    if (errno) {
      fail(addressError(errno, 'bind', address, port));
    } else if (state.handle === null) {
      // Closed meanwhile.
      handle.close();
    } else {
      adopt(socket, state, handle);
    }
  });
}

// A handle that is bound, or a negative error number.
function createSocketHandle({ address, port, addressType, flags }) {
  const { UDP } = require('internal/dgram/handle');
  const handle = new UDP(addressType === 'udp6');
  const errno = handle.bind(address, port, flags | 0);
  if (errno === 0) return handle;
  handle.close();
  return errno;
}

// An address that needs no look-up.
function checkNumericAddress(address, name, method) {
  validateString(address, name);
  if (require('net').isIP(address) === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE(
      name, address, `must be a numeric IP address; ${method} does not perform DNS resolution`);
  }
}

function bindAtOnce(socket, state, address, port) {
  beginBinding(state);
  const errno = attempt(() => state.handle.bind(address, port, bindFlags(state)));
  if (errno !== 0) {
    state.bindState = kUnbound;
    throw addressError(errno, 'bind', address, port);
  }
  startReceiving(socket, state);
  process.nextTick(() => {
    if (state.handle !== null) socket.emit('listening');
  });
}

function bindSync(options = {}) {
  validateObject(options, 'options');
  const state = this[kState];
  const { port, address } = options;
  if (address != null && address !== '') checkNumericAddress(address, 'options.address', 'bindSync');
  const number = port == null ? 0 : validatePort(port, 'options.port');
  bindAtOnce(this, state, address || state.anywhere, number);
  return this.address();
}

function checkUnconnected(state) {
  if (state.connectState !== kDisconnected) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
}

// An implicit bind() goes the same way as one that a script asks for.
function ensureBound(socket, state) {
  if (state.bindState === kUnbound) socket.bind({ port: 0, exclusive: true });
}

function connect(port, address, callback) {
  const number = validatePort(port, 'Port', false);
  if (typeof address === 'function') {
    callback = address;
    address = '';
  } else if (address === undefined) {
    address = '';
  }
  validateString(address, 'address');
  const state = this[kState];
  checkUnconnected(state);
  state.check();
  state.connectState = kConnecting;
  ensureBound(this, state);
  const act = () => connectLater(this, state, number, address || state.localhost, callback);
  if (state.bindState === kBound) act();
  else state.whenBound(act);
}

function connectLater(socket, state, port, address, callback) {
  if (callback) socket.once('connect', callback);
  state.find(address, (error, ip) => {
    if (state.handle === null) return;
    error ||= connectTo(state, ip, port);
    // A tick later, however the address was found.
    if (error) process.nextTick(tellRefused, socket, error, callback);
    else process.nextTick(tellConnected, socket, state);
  });
}

// Gives an error, or undefined.
function connectTo(state, ip, port) {
  let error;
  if (state.isBlocked(ip)) {
    error = new codes.ERR_IP_BLOCKED(ip);
  } else {
    const errno = attempt(() => state.handle.connect(ip, port));
    if (errno !== 0) error = addressError(errno, 'connect', ip, port);
  }
  state.connectState = error === undefined ? kConnected : kDisconnected;
  return error;
}

function tellConnected(socket, state) {
  if (state.handle !== null) socket.emit('connect');
}

function tellRefused(socket, error, callback) {
  socket[kState].connectState = kDisconnected;
  if (!callback) {
    socket.emit('error', error);
    return;
  }
  socket.removeListener('connect', callback);
  callback(error);
}

function connectSync(port, address) {
  const number = validatePort(port, 'Port', false);
  if (address != null && address !== '') checkNumericAddress(address, 'address', 'connectSync');
  const state = this[kState];
  state.check();
  checkUnconnected(state);
  if (state.bindState !== kBound) bindAtOnce(this, state, state.anywhere, 0);
  const error = connectTo(state, address || state.localhost, number);
  if (error !== undefined) throw error;
  process.nextTick(tellConnected, this, state);
}

function disconnect() {
  const state = this[kState];
  if (state.connectState !== kConnected) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const errno = state.handle.disconnect();
  if (errno !== 0) throw new (require('internal/errors').ErrnoException)(errno, 'connect');
  state.connectState = kDisconnected;
}

module.exports = { bind, bindSync, connect, connectSync, createSocketHandle, disconnect, ensureBound };
