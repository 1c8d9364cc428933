// Handles of the system's streams: TCP sockets, pipes, terminals. Whoever owns one, by its property `owner`, is told
// what happens to it by methods under the symbols that are here.
'use strict';

const native = binding('stream');

// (count, bytes): so many bytes have come, in a Uint8Array or in the owner's own memory; or a negative error number,
// which is kEndOfFile when no more comes.
const onRead = Symbol('onRead');
// (status): a write that had to wait is over; they are told of in their order.
const onWritten = Symbol('onWritten');
// (status)
const onShutDown = Symbol('onShutDown');
// (status)
const onConnected = Symbol('onConnected');
// (status, handle)
const onConnection = Symbol('onConnection');

const kEndOfFile = -4095;

native.setCallbacks({
  __proto__: null,
  read(handle, count, bytes) { handle.owner[onRead](count, bytes); },
  written(handle, status) { handle.owner[onWritten](status); },
  shutDown(handle, status) { handle.owner[onShutDown](status); },
  connected(handle, status) { handle.owner[onConnected](status); },
  connection(handle, status, client) { handle.owner[onConnection](status, client); },
  bytes(length) { return new Uint8Array(length); },
});

module.exports = {
  Tcp: native.Tcp,
  Pipe: native.Pipe,
  Tty: native.Tty,
  onRead,
  onWritten,
  onShutDown,
  onConnected,
  onConnection,
  kEndOfFile,
};
