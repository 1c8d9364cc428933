// Sockets and servers that are sent to another process along with a message.
//
// Such a message goes as { cmd: 'NODE_HANDLE', type, msg }, and is answered: NODE_HANDLE_ACK if the socket came along,
// NODE_HANDLE_NACK if not (a system may lose it when it is short of descriptors), on which it is sent again.
'use strict';

const { codes } = require('internal/errors');
const { Pipe, Tcp } = require('internal/stream_handle');

// How each type is taken out of the object that is sent, and made into one again.
const types = {
  '__proto__': null,

  'net.Native': {
    give: (handle) => handle,
    take: (handle, message, channel, emit) => emit(handle),
    closesAfter: false,
  },

  'net.Server': {
    give: (server) => server._handle,
    take(handle, message, channel, emit) {
      const { Server } = require('net');
      const server = new Server();
      server.listen(handle, () => emit(server));
    },
    closesAfter: false,
  },

  'net.Socket': {
    give: giveSocket,
    take(handle, message, channel, emit) {
      const { Socket } = require('net');
      const socket = new Socket({ __proto__: null, handle, readable: true, writable: true });
      if (message.key) require('internal/child_process/shared_server').received(channel, message.key).add(socket);
      emit(socket);
    },
    closesAfter: true,
  },

  'dgram.Native': {
    give: (handle) => handle,
    take: (handle, message, channel, emit) => emit(handle),
    closesAfter: false,
  },

  'dgram.Socket': {
    give(socket, message) {
      message.dgramType = socket.type;
      return require('internal/dgram/passing').give(socket);
    },
    take(handle, message, channel, emit) {
      require('internal/dgram/passing').take(handle, message.dgramType, emit);
    },
    closesAfter: false,
  },
};

// The socket is no longer this process's, unless it is kept open; whoever reads from it reads no more.
function giveSocket(socket, message, { keepOpen }, channel) {
  const handle = socket._handle;
  if (!handle) return undefined;
  if (socket.server) {
    const { sent } = require('internal/child_process/shared_server');
    message.key = socket.server._connectionKey;
    sent(channel, message.key, socket.server);
    if (!keepOpen) socket.server._connections--;
  }
  if (!keepOpen) {
    handle.readStop();
    socket._handle = null;
    socket.setTimeout(0);
    handle.owner = kNobody;
  }
  return handle;
}

// Owns handles that were given away.
const kNobody = new Proxy({}, { __proto__: null, get: () => () => {} });

function typeOf(object) {
  const { Server, Socket } = require('net');
  if (object instanceof Socket) return 'net.Socket';
  if (object instanceof Server) return 'net.Server';
  if (object instanceof Tcp || object instanceof Pipe) return 'net.Native';
  const dgram = require('dgram');
  if (object instanceof dgram.Socket) return 'dgram.Socket';
  if (object instanceof require('internal/dgram/passing').UDP) return 'dgram.Native';
  throw new codes.ERR_INVALID_HANDLE_TYPE();
}

// What is sent for an object: the message around the one that it comes with, and the handle. Undefined if the object
// has none any more: the message goes alone.
function wrap(channel, msg, object, settings) {
  const type = typeOf(object);
  const message = { cmd: 'NODE_HANDLE', type, msg };
  const handle = types[type].give(object, message, settings, channel);
  if (!handle) return undefined;
  return { message, handle, isGivenAway: types[type].closesAfter && !settings.keepOpen };
}

// Messages about sockets; false if it is no such.
function takeCommand(channel, message) {
  switch (message.cmd) {
    case 'NODE_HANDLE':
      takeHandle(channel, message);
      return true;
    case 'NODE_HANDLE_ACK': {
      const pending = channel.target._pendingMessage;
      if (pending?.socket.isGivenAway) pending.socket.handle.close();
      require('internal/child_process/channel').sendQueued(channel);
      return true;
    }
    case 'NODE_HANDLE_NACK':
      sendAgain(channel);
      return true;
    default:
      return false;
  }
}

function takeHandle(channel, message) {
  const { target, handle: pipe } = channel;
  // Handles need the classes that they are of.
  if (message.type.startsWith('dgram.')) require('internal/dgram/passing');
  const handle = pipe.takePassed();
  const type = types[message.type];
  if (handle === undefined || type === undefined) {
    if (target.connected) target._send({ cmd: 'NODE_HANDLE_NACK' }, null, true);
    return;
  }
  if (target.connected) target._send({ cmd: 'NODE_HANDLE_ACK' }, null, true);
  const { isInternal } = require('internal/child_process/channel');
  type.take(handle, message, channel, (object) => {
    channel.hand(isInternal(message.msg) ? 'internalMessage' : 'message', message.msg, object);
  });
}

function sendAgain(channel) {
  const { sendQueued, transmit } = require('internal/child_process/channel');
  const pending = channel.target._pendingMessage;
  if (!pending) return;
  if (pending.tries > 0) {
    const { message, socket, settings, tries } = pending;
    transmit(channel, message, socket, settings, undefined);
    channel.target._pendingMessage.tries = tries - 1;
    return;
  }
  process.emitWarning(`Handle did not reach the receiving process correctly`, 'SentHandleNotReceivedWarning');
  if (pending.socket.isGivenAway) pending.socket.handle.close();
  sendQueued(channel);
}

module.exports = { takeCommand, wrap };
