// dgram: UDP sockets. How they are bound, send, and are set is in internal/dgram.
'use strict';

const EventEmitter = require('events');
const { SocketOptions, obey } = require('internal/dgram/options');
const { SocketState, kConnected, kState } = require('internal/dgram/state');
const { bind, bindSync, connect, connectSync, disconnect } = require('internal/dgram/bind');
const { codes } = require('internal/errors');
const { makeHandle } = require('internal/dgram/handle');
const { send, sendto } = require('internal/dgram/send');
const settings = require('internal/dgram/settings');

const created = require('diagnostics_channel').channel('udp.socket');

// A function, not a class: scripts call it on objects of their own.
function Socket(type, listener) {
  Reflect.apply(EventEmitter, this, []);
  let given;
  if (type !== null && typeof type === 'object') {
    given = type;
    type = given.type;
  }
  const options = given === undefined ? undefined : new SocketOptions(given);
  if (type !== 'udp4' && type !== 'udp6') throw new codes.ERR_SOCKET_BAD_TYPE();
  const state = new SocketState(type, options);
  state.handle = makeHandle(state, this);
  this.type = type;
  if (typeof listener === 'function') this.on('message', listener);
  this[kState] = state;
  if (given?.signal !== undefined) {
    obey(given.signal, this, () => {
      if (state.handle !== null) this.close();
    });
  }
  if (created.hasSubscribers) created.publish({ socket: this });
}
Object.setPrototypeOf(Socket.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Socket, EventEmitter);

function createSocket(type, listener) {
  return new Socket(type, listener);
}

function close(callback) {
  const state = this[kState];
  if (typeof callback === 'function') this.on('close', callback);
  // What was asked for before comes first.
  if (state.queue !== undefined) {
    state.whenBound(() => this.close());
    return this;
  }
  state.check();
  state.receiving = false;
  state.handle.close();
  state.handle = null;
  process.nextTick(() => this.emit('close'));
  return this;
}

function address() {
  const state = this[kState];
  state.check();
  return ask(state.handle, 'getsockname');
}

function remoteAddress() {
  const state = this[kState];
  state.check();
  if (state.connectState !== kConnected) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
  return ask(state.handle, 'getpeername');
}

function ask(handle, method) {
  const found = {};
  const errno = handle[method](found);
  if (errno !== 0) throw new (require('internal/errors').ErrnoException)(errno, method);
  return found;
}

function ref() {
  this[kState].handle?.ref();
  return this;
}

function unref() {
  this[kState].handle?.unref();
  return this;
}

function getSendQueueSize() {
  return this[kState].handle.getSendQueueSize();
}

function getSendQueueCount() {
  return this[kState].handle.getSendQueueCount();
}

async function asyncDispose() {
  if (this[kState].handle === null) return;
  const { promise, resolve } = Promise.withResolvers();
  this.close(() => resolve());
  await promise;
}

// In the order in which Node has them: whoever lists them sees it.
Object.assign(Socket.prototype, {
  bind,
  bindSync,
  connect,
  connectSync,
  disconnect,
  sendto,
  send,
  close,
  address,
  remoteAddress,
  setBroadcast: settings.setBroadcast,
  setTTL: settings.setTTL,
  setMulticastTTL: settings.setMulticastTTL,
  setMulticastLoopback: settings.setMulticastLoopback,
  setMulticastInterface: settings.setMulticastInterface,
  addMembership: settings.addMembership,
  dropMembership: settings.dropMembership,
  addSourceSpecificMembership: settings.addSourceSpecificMembership,
  dropSourceSpecificMembership: settings.dropSourceSpecificMembership,
  ref,
  unref,
  setRecvBufferSize: settings.setRecvBufferSize,
  setSendBufferSize: settings.setSendBufferSize,
  getRecvBufferSize: settings.getRecvBufferSize,
  getSendBufferSize: settings.getSendBufferSize,
  getSendQueueSize,
  getSendQueueCount,
});
Socket.prototype[Symbol.asyncDispose] = asyncDispose;

module.exports = { createSocket, Socket };
