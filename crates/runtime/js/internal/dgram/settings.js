// Options of dgram sockets that are set once there is one: groups, broadcast, how far messages go, buffers.
'use strict';

const { codes } = require('internal/errors');
const { kState } = require('internal/dgram/state');
const { validateNumber, validateString } = require('internal/validators');

function ensure(errno, syscall) {
  if (errno !== 0) throw new (require('internal/errors').ErrnoException)(errno, syscall);
}

function openHandle(socket) {
  const state = socket[kState];
  state.check();
  return state.handle;
}

function setBroadcast(flag) {
  ensure(openHandle(this).setBroadcast(flag), 'setBroadcast');
}

function setTTL(ttl) {
  validateNumber(ttl, 'ttl');
  ensure(openHandle(this).setTTL(ttl), 'setTTL');
  return ttl;
}

function setMulticastTTL(ttl) {
  validateNumber(ttl, 'ttl');
  ensure(openHandle(this).setMulticastTTL(ttl), 'setMulticastTTL');
  return ttl;
}

function setMulticastLoopback(flag) {
  ensure(openHandle(this).setMulticastLoopback(flag), 'setMulticastLoopback');
  return flag;
}

function setMulticastInterface(interfaceAddress) {
  const handle = openHandle(this);
  validateString(interfaceAddress, 'interfaceAddress');
  ensure(handle.setMulticastInterface(interfaceAddress), 'setMulticastInterface');
}

function checkGroup(socket, group) {
  const handle = openHandle(socket);
  if (!group) throw new codes.ERR_MISSING_ARGS('multicastAddress');
  return handle;
}

function addMembership(multicastAddress, interfaceAddress) {
  const handle = checkGroup(this, multicastAddress);
  ensure(handle.setMembership(multicastAddress, interfaceAddress, true), 'addMembership');
}

function dropMembership(multicastAddress, interfaceAddress) {
  const handle = checkGroup(this, multicastAddress);
  ensure(handle.setMembership(multicastAddress, interfaceAddress, false), 'dropMembership');
}

function checkSource(socket, source, group) {
  const handle = openHandle(socket);
  validateString(source, 'sourceAddress');
  validateString(group, 'groupAddress');
  return handle;
}

function addSourceSpecificMembership(sourceAddress, groupAddress, interfaceAddress) {
  const handle = checkSource(this, sourceAddress, groupAddress);
  const errno = handle.setSourceMembership(sourceAddress, groupAddress, interfaceAddress, true);
  ensure(errno, 'addSourceSpecificMembership');
}

function dropSourceSpecificMembership(sourceAddress, groupAddress, interfaceAddress) {
  const handle = checkSource(this, sourceAddress, groupAddress);
  const errno = handle.setSourceMembership(sourceAddress, groupAddress, interfaceAddress, false);
  ensure(errno, 'dropSourceSpecificMembership');
}

// Gets the size, or sets it if it is not 0.
function bufferSize(socket, size, isReceiving) {
  if (size >>> 0 !== size) throw new codes.ERR_SOCKET_BAD_BUFFER_SIZE();
  const result = socket[kState].handle.bufferSize(size, isReceiving);
  if (result >= 0) return result;
  const { uvErrmapGet } = require('internal/errors');
  const known = uvErrmapGet(result);
  throw new codes.ERR_SOCKET_BUFFER_SIZE({
    errno: result,
    code: known[0],
    message: known[1],
    syscall: isReceiving ? 'uv_recv_buffer_size' : 'uv_send_buffer_size',
  });
}

function setRecvBufferSize(size) {
  bufferSize(this, size, true);
}

function setSendBufferSize(size) {
  bufferSize(this, size, false);
}

function getRecvBufferSize() {
  return bufferSize(this, 0, true);
}

function getSendBufferSize() {
  return bufferSize(this, 0, false);
}

module.exports = {
  addMembership,
  addSourceSpecificMembership,
  dropMembership,
  dropSourceSpecificMembership,
  getRecvBufferSize,
  getSendBufferSize,
  setBroadcast,
  setMulticastInterface,
  setMulticastLoopback,
  setMulticastTTL,
  setRecvBufferSize,
  setSendBufferSize,
  setTTL,
};
