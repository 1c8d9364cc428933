// dgram.Socket's send() and sendto().
'use strict';

const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast_buffer');
const { codes } = require('internal/errors');
const { ensureBound } = require('internal/dgram/bind');
const { kBound, kConnected, kState } = require('internal/dgram/state');
const { validateNumber, validatePort, validateString } = require('internal/validators');

const kWanted = ['Buffer', 'TypedArray', 'DataView', 'string'];
const kEmpty = Buffer.alloc(0);

let sendsLater;

// For tests of what happens to messages that the system does not take at once.
function isToSendLater() {
  sendsLater ??= require('internal/process/options').getOption('--test-udp-no-try-send') === true;
  return sendsLater;
}

function toBytes(data) {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return new FastBuffer(data.buffer, data.byteOffset, data.byteLength);
  throw new codes.ERR_INVALID_ARG_TYPE('buffer', kWanted, data);
}

// A part of a message.
function slice(data, offset, length) {
  const bytes = toBytes(data);
  const start = offset >>> 0;
  const end = start + (length >>> 0);
  if (end <= bytes.length) return bytes.subarray(start, end);
  throw new codes.ERR_BUFFER_OUT_OF_BOUNDS(start > bytes.length ? 'offset' : 'length');
}

// A message as the binding takes it: a string, a view, or a list of views.
function checkData(data) {
  if (typeof data === 'string' || ArrayBuffer.isView(data)) return data;
  if (!Array.isArray(data)) throw new codes.ERR_INVALID_ARG_TYPE('buffer', kWanted, data);
  if (data.length === 0) return kEmpty;
  const parts = [];
  for (let i = 0; i < data.length; i++) {
    if (typeof data[i] === 'string') parts.push(Buffer.from(data[i]));
    else if (ArrayBuffer.isView(data[i])) parts.push(data[i]);
    else throw new codes.ERR_INVALID_ARG_TYPE('buffer list arguments', kWanted, data);
  }
  return parts;
}

function send(data, offset, length, port, address, callback) {
  const state = this[kState];
  if (state.connectState === kConnected) {
    sendConnected(this, state, data, offset, length, port, address);
    return;
  }
  if (address || (port && typeof port !== 'function')) {
    data = slice(data, offset, length);
  } else {
    callback = port;
    port = offset;
    address = length;
  }
  data = checkData(data);
  port = validatePort(port, 'Port', false);
  if (typeof callback !== 'function') callback = undefined;
  if (typeof address === 'function') {
    callback = address;
    address = undefined;
  } else if (address != null && address !== '') {
    validateString(address, 'address');
  }
  state.check();
  ensureBound(this, state);
  address ||= state.localhost;
  if (state.bindState === kBound) sendTo(this, state, data, port, address, callback);
  else state.whenBound(() => sendTo(this, state, data, port, address, callback));
}

// send(data[, callback]) or send(data, offset, length[, callback]): where it goes is known.
function sendConnected(socket, state, data, offset, length, port, address) {
  let callback = offset;
  if (typeof length === 'number') {
    data = slice(data, offset, length);
    callback = port;
    if (typeof port === 'function') port = null;
  }
  if (port || address) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  data = checkData(data);
  state.check();
  transmit(state, data, undefined, undefined, typeof callback === 'function' ? callback : undefined);
}

// In a tick, even if the address is known: that is when Node does it.
function sendTo(socket, state, data, port, address, callback) {
  state.check();
  if (state.lookup === undefined && state.isOwnAddress(address)) {
    process.nextTick(transmit, state, data, port, address, callback);
    return;
  }
  state.find(address, (error, ip) => {
    if (error) refuse(socket, error, callback);
    else transmit(state, data, port, ip, callback);
  });
}

function refuse(socket, error, callback) {
  if (callback !== undefined) process.nextTick(callback, error);
  else process.nextTick(() => socket.emit('error', error));
}

function transmit(state, data, port, address, callback) {
  const { handle } = state;
  if (handle === null) return;
  if (address !== undefined && state.sendBlockList !== undefined && state.isBlocked(address)) {
    if (callback !== undefined) process.nextTick(callback, new codes.ERR_IP_BLOCKED(address));
    return;
  }
  const status = handle.send(data, port, address, isToSendLater());
  if (status > 0) {
    if (callback !== undefined) process.nextTick(callback, null, status - 1);
  } else if (status === 0) {
    state.waiting.push({ callback, address, port, length: byteLength(data) });
  } else if (callback !== undefined) {
    const { ExceptionWithHostPort } = require('internal/errors');
    process.nextTick(callback, new ExceptionWithHostPort(status, 'send', address, port));
  }
}

function byteLength(data) {
  if (!Array.isArray(data)) return typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
  let total = 0;
  for (let i = 0; i < data.length; i++) total += data[i].byteLength;
  return total;
}

// The old form: all arguments must be given.
function sendto(buffer, offset, length, port, address, callback) {
  validateNumber(offset, 'offset');
  validateNumber(length, 'length');
  validateNumber(port, 'port');
  validateString(address, 'address');
  this.send(buffer, offset, length, port, address, callback);
}

module.exports = { send, sendto };
