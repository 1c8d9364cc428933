// net: sockets and servers, over TCP and by names in the file system.
'use strict';

const { createServerHandle } = require('internal/net/listen');
const { isIP, isIPv4, isIPv6 } = require('internal/net/ip');
const {
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  normalizeArgs,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
} = require('internal/net/options');
const { Server } = require('internal/net/server');
const { Socket } = require('internal/net/socket');
const { defineLazyProperties } = require('internal/util');

function createServer(options, connectionListener) {
  return new Server(options, connectionListener);
}

function connect(...args) {
  const normalized = normalizeArgs(args);
  const options = normalized[0];
  const socket = new Socket(options);
  if (options.timeout) socket.setTimeout(options.timeout);
  return socket.connect(normalized);
}

module.exports = {
  _createServerHandle: createServerHandle,
  _normalizeArgs: normalizeArgs,
};
defineLazyProperties(module.exports, 'internal/net/block_list', ['BlockList']);
defineLazyProperties(module.exports, 'internal/net/socket_address', ['SocketAddress']);
defineLazyProperties(module.exports, 'internal/net/bound_socket', ['BoundSocket']);
Object.assign(module.exports, {
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
});
