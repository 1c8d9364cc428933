// Server: takes connections and makes sockets of them.
'use strict';

const EventEmitter = require('events');
const { kGive, kTransfer } = require('internal/cloneable');
const { codes, ErrnoException } = require('internal/errors');
const { onConnection } = require('internal/stream_handle');
const { kSetKeepAlive, kSetKeepAliveInitialDelay, kSetNoDelay } = require('internal/net/fields');
const listening = require('internal/net/listen');
const { wholeSeconds } = require('internal/net/settings');
const { Socket, checkBlockList } = require('internal/net/socket');
const { getDefaultHighWaterMark } = require('internal/streams/state');
const { validateNumber } = require('internal/validators');

let serverChannel;

function Server(options, connectionListener) {
  if (!(this instanceof Server)) return new Server(options, connectionListener);
  EventEmitter.call(this);
  let given = options;
  if (typeof options === 'function') {
    given = undefined;
    this.on('connection', options);
  } else if (options != null) {
    if (typeof options !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    given = { ...options };
    if (typeof connectionListener === 'function') this.on('connection', connectionListener);
  } else if (typeof connectionListener === 'function') {
    this.on('connection', connectionListener);
  }
  given ??= {};
  checkOptions(given);
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = given.allowHalfOpen || false;
  this.pauseOnConnect = Boolean(given.pauseOnConnect);
  this.noDelay = Boolean(given.noDelay);
  this.keepAlive = Boolean(given.keepAlive);
  this.keepAliveInitialDelay = wholeSeconds(given.keepAliveInitialDelay);
  this.highWaterMark = given.highWaterMark ?? getDefaultHighWaterMark();
  if (given.blockList) this.blockList = given.blockList;
}
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);

function checkOptions({ keepAliveInitialDelay, highWaterMark, blockList }) {
  if (keepAliveInitialDelay !== undefined) {
    validateNumber(keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  }
  if (highWaterMark !== undefined) validateNumber(highWaterMark, 'options.highWaterMark');
  if (blockList) checkBlockList(blockList);
}

const { prototype } = Server;
Object.assign(prototype, listening.methods);

Object.defineProperty(prototype, 'listening', {
  __proto__: null,
  get() { return Boolean(this._handle); },
  configurable: true,
  enumerable: true,
});

prototype.address = function() {
  const handle = this._handle;
  if (handle?.getsockname) {
    const name = {};
    const status = handle.getsockname(name);
    if (status < 0) throw new ErrnoException(status, 'address');
    return name;
  }
  return this._pipeName || null;
};

// Whoever listens has the handle call this, also where a script has put itself in between.
prototype[onConnection] = function(status, client) {
  this._handle?.onconnection(status, client);
};

// A method of the handle.
function acceptConnection(status, client) {
  const server = this.owner;
  if (status < 0) {
    server.emit('error', new ErrnoException(status, 'accept'));
    return;
  }
  if (isRefused(server, client)) return;
  const socket = Reflect.construct(Socket, [{
    handle: client,
    allowHalfOpen: server.allowHalfOpen,
    pauseOnCreate: server.pauseOnConnect,
    readable: true,
    writable: true,
    readableHighWaterMark: server.highWaterMark,
    writableHighWaterMark: server.highWaterMark,
  }]);
  if (server.noDelay && client.setNoDelay) {
    socket[kSetNoDelay] = true;
    client.setNoDelay(true);
  }
  if (server.keepAlive && client.setKeepAlive) {
    socket[kSetKeepAlive] = true;
    socket[kSetKeepAliveInitialDelay] = server.keepAliveInitialDelay;
    client.setKeepAlive(true, server.keepAliveInitialDelay);
  }
  server._connections++;
  socket.server = server;
  socket._server = server;
  // Compiled by itself: see docs/engine-speed.md.
  Reflect.apply(server.emit, server, ['connection', socket]);
  serverChannel ??= require('diagnostics_channel').channel('net.server.socket');
  if (serverChannel.hasSubscribers) serverChannel.publish({ socket });
}

function isRefused(server, client) {
  const { maxConnections, blockList } = server;
  if (maxConnections != null && server._connections >= maxConnections) {
    dropConnection(server, client);
    return true;
  }
  if (!blockList || !client.getpeername) return false;
  const name = {};
  client.getpeername(name);
  if (typeof name.address !== 'string' || !blockList.check(name.address, name.family)) return false;
  client.close();
  return true;
}

// There are enough: the connection is closed, and who it was is told.
function dropConnection(server, client) {
  let ends;
  if (client.getsockname) {
    const local = {};
    const remote = {};
    client.getsockname(local);
    client.getpeername(remote);
    ends = {
      localAddress: local.address,
      localPort: local.port,
      localFamily: local.family,
      remoteAddress: remote.address,
      remotePort: remote.port,
      remoteFamily: remote.family,
    };
  }
  client.close();
  server.emit('drop', ends);
}

prototype.getConnections = function(callback) {
  if (this._usingWorkers) require('internal/child_process/shared_server').countAll(this, callback);
  else process.nextTick(callback, null, this._connections);
  return this;
};

prototype.close = function(callback) {
  if (typeof callback === 'function') {
    if (this._handle) this.once('close', callback);
    else this.once('close', () => callback(new codes.ERR_SERVER_NOT_RUNNING()));
  }
  // A look-up that is under way comes too late.
  this._listeningId++;
  if (this._handle) {
    this._handle.close();
    this._handle = null;
  }
  if (this._usingWorkers) require('internal/child_process/shared_server').closeAll(this);
  else this._emitCloseIfDrained();
  return this;
};

prototype._emitCloseIfDrained = function() {
  if (!this._handle && this._connections === 0) process.nextTick(emitClose, this);
};

function emitClose(server) {
  server.emit('close');
}

prototype._setupWorker = function(socketList) {
  this._usingWorkers = true;
  this._workers.push(socketList);
  socketList.once('exit', (list) => {
    const index = this._workers.indexOf(list);
    this._workers.splice(index, 1);
  });
};

prototype[kTransfer] = function() {
  if (!this._handle) throw new codes.ERR_WORKER_HANDLE_NOT_TRANSFERABLE('net.Server');
};

prototype[kGive] = function() {
  const { _handle: handle } = this;
  this._handle = null;
  return require('internal/net/given').giveHandle(handle, true);
};

prototype.ref = function() {
  this._unref = false;
  this._handle?.ref();
  return this;
};

prototype.unref = function() {
  this._unref = true;
  this._handle?.unref();
  return this;
};

prototype[Symbol.asyncDispose] = async function() {
  if (!this._handle) return;
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

prototype[EventEmitter.captureRejectionSymbol] = function(error, event, socket) {
  if (event === 'connection') socket.destroy(error);
  else this.emit('error', error);
};

listening.setAccept(acceptConnection);

module.exports = { Server };
