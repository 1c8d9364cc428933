// Handles of UDP sockets, and what they tell the dgram.Socket that has them, by their property `owner`.
'use strict';

const native = binding('udp');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { kState } = require('internal/dgram/state');

function message(handle, bytes, address, port) {
  const socket = handle.owner;
  const state = socket[kState];
  if (state.receiveBlockList !== undefined && state.receiveBlockList.check(address, state.familyName.toLowerCase())) {
    return;
  }
  asBuffer(bytes);
  socket.emit('message', bytes, { address, family: state.familyName, port, size: bytes.length });
}

function failed(handle, errno) {
  const { ErrnoException } = require('internal/errors');
  handle.owner.emit('error', new ErrnoException(errno, 'recvmsg'));
}

function sent(handle, status) {
  handle.owner[kState].finishSend(status);
}

native.setCallbacks(message, failed, sent);

function makeHandle(state, socket) {
  const handle = new native.UDP(state.family === 6);
  handle.owner = socket;
  return handle;
}

module.exports = { UDP: native.UDP, makeHandle };
