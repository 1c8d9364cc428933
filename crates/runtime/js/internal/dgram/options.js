// What dgram.createSocket() can be told.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateUint32 } = require('internal/validators');

class SocketOptions {
  constructor(given) {
    this.reuseAddr = given.reuseAddr;
    this.reusePort = given.reusePort;
    this.ipv6Only = given.ipv6Only;
    this.recvBufferSize = checkSize(given.recvBufferSize, 'options.recvBufferSize');
    this.sendBufferSize = checkSize(given.sendBufferSize, 'options.sendBufferSize');
    this.receiveBlockList = checkBlockList(given.receiveBlockList, 'options.receiveBlockList');
    this.sendBlockList = checkBlockList(given.sendBlockList, 'options.sendBlockList');
    this.lookup = given.lookup;
    if (this.lookup !== undefined) validateFunction(this.lookup, 'lookup');
  }
}

function checkSize(size, name) {
  if (size) validateUint32(size, name);
  return size;
}

function checkBlockList(list, name) {
  if (!list) return undefined;
  if (!require('net').BlockList.isBlockList(list)) throw new ERR_INVALID_ARG_TYPE(name, 'net.BlockList', list);
  return list;
}

// Closes the socket when the signal is aborted.
function obey(signal, socket, close) {
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted) {
    close();
    return;
  }
  const { addAbortListener } = require('internal/events/abort_listener');
  const disposable = addAbortListener(signal, close);
  socket.once('close', disposable[Symbol.dispose]);
}

module.exports = { SocketOptions, obey };
