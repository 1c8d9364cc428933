// How a server comes to listen: what listen() is given, the handle that is made of it, and the events of both outcomes.
'use strict';

const { codes, ErrnoException, UVExceptionWithHostPort } = require('internal/errors');
const { Pipe, Tcp } = require('internal/stream_handle');
const { isPipeName, kNormalized, normalizeArgs, numberFrom } = require('internal/net/options');
const { validateAbortSignal, validatePort } = require('internal/validators');

const kUsualBacklog = 511;
const kInvalid = -22;
const kInUse = -98;
// Flags of bind().
const kIpv6Only = 1;
const kReusePort = 2;
// Of fchmod().
const kReadableByAll = 1;
const kWritableByAll = 2;

const methods = {};
let acceptConnection;

function setAccept(accept) {
  acceptConnection = accept;
}

let tracing;

// Who traces listening is told of { server, options } and, if it fails, the error.
function trace(event, context) {
  tracing ??= require('diagnostics_channel').tracingChannel('net.server.listen');
  if (tracing[event].hasSubscribers) tracing[event].publish(context);
}

methods.listen = function(...args) {
  const normalized = Array.isArray(args[0]) && args[0][kNormalized] ? args[0] : normalizeArgs(args);
  const [given, callback] = normalized;
  if (this._handle) throw new codes.ERR_SERVER_ALREADY_LISTEN();
  trace('asyncStart', { server: this, options: given });
  if (callback !== null) this.once('listening', callback);
  const backlog = backlogOf(args, given);
  const handle = given._handle || given.handle || given;
  if (isBound(handle) || handle instanceof Tcp || handle instanceof Pipe) {
    this._handle = adoptHandle(handle, this);
    this._pipeName ??= this._handle.pipeName;
    this._listen2(null, -1, -1, backlog);
    return this;
  }
  addSignal(this, given);
  if (typeof given.fd === 'number' && given.fd >= 0) {
    listenAsTold(this, given, { address: null, port: null, addressType: null, backlog, fd: given.fd, flags: undefined });
    return this;
  }
  if (isPortMeant(args, given)) return listenOnPort(this, given, backlog);
  if (given.path && isPipeName(given.path)) return listenOnPath(this, given, backlog);
  const hasTarget = 'port' in given || 'path' in given;
  throw new codes.ERR_INVALID_ARG_VALUE(
    'options', given, hasTarget ? undefined : 'must have the property "port" or "path"');
};

function isBound(handle) {
  return require('internal/net/bound_socket').isBoundSocket(handle);
}

function adoptHandle(handle, server) {
  return require('internal/net/bound_socket').adopt(handle, server);
}

// It stands behind the port, or behind the port and the host.
function backlogOf(args, given) {
  return given.backlog || numberFrom(args.length > 1 ? args[1] : undefined) ||
    numberFrom(args.length > 2 ? args[2] : undefined) || kUsualBacklog;
}

function addSignal(server, { signal }) {
  if (signal === undefined) return;
  validateAbortSignal(signal, 'options.signal');
  const close = () => server.close();
  if (signal.aborted) {
    process.nextTick(close);
    return;
  }
  const listener = require('internal/events/abort_listener').addAbortListener(signal, close);
  server.once('close', () => listener[Symbol.dispose]());
}

// listen(), listen(callback) and a port that is undefined or null stand for any port.
function isPortMeant(args, given) {
  const { port } = given;
  if (args.length === 0 || typeof args[0] === 'function') return true;
  if (port === undefined || port === null) return 'port' in given;
  return typeof port === 'number' || typeof port === 'string';
}

function listenOnPort(server, given, backlog) {
  const port = given.port == null || typeof given.port === 'function' ? 0 : validatePort(given.port, 'options.port');
  let flags = 0;
  if (given.ipv6Only === true) flags |= kIpv6Only;
  if (given.reusePort === true) flags |= kReusePort;
  if (given.host) lookUpAndListen(server, given, port, backlog, flags);
  else listenAsTold(server, given, { address: null, port, addressType: 4, backlog, fd: undefined, flags });
  return server;
}

function lookUpAndListen(server, given, port, backlog, flags) {
  const id = ++server._listeningId;
  require('dns').lookup(given.host, { all: true }, (error, addresses) => {
    // Closed, or told to listen elsewhere, since.
    if (id !== server._listeningId) return;
    if (error) {
      server.emit('error', error);
      return;
    }
    const { address, family } = preferred(addresses);
    const ownFlags = family === 6 ? flags : flags & ~kIpv6Only;
    listenAsTold(server, given, { address, port, addressType: family, backlog, fd: undefined, flags: ownFlags });
  });
}

// In a worker of a cluster the first process is asked, unless the port is to be the worker's alone.
function listenAsTold(server, given, place, more) {
  const { address, port, addressType, backlog, fd, flags } = place;
  const { cluster } = require('internal/cluster/side');
  if (cluster === undefined || given.exclusive || given.reusePort) {
    server._listen2(address, port, addressType, backlog, fd, flags);
    return;
  }
  const id = ++server._listeningId;
  cluster._getServer(server, { address, port, addressType, fd, flags, backlog, ...more }, (errno, handle) => {
    const status = errno || checkPort(handle, port);
    if (status !== 0) {
      const { ExceptionWithHostPort } = require('internal/errors');
      server.emit('error', new ExceptionWithHostPort(status, 'bind', address, port));
      return;
    }
    // Closed meanwhile.
    if (id !== server._listeningId) {
      handle.close();
      return;
    }
    server._handle = handle;
    server._listen2(address, port, addressType, backlog, fd, flags);
  });
}

// A port that somebody else has is seen only by this: another one was got.
function checkPort(handle, port) {
  if (!(port > 0) || !handle.getsockname) return 0;
  const name = {};
  const status = handle.getsockname(name);
  return status === 0 && name.port !== port ? kInUse : status;
}

// An address that belongs to one link cannot be listened on without naming it.
function preferred(addresses) {
  return addresses.find(({ address }) => !isLinkLocal(address)) ?? addresses[0];
}

function isLinkLocal(address) {
  return /^fe[89ab]/i.test(address);
}

function listenOnPath(server, given, backlog) {
  const { path, readableAll, writableAll } = given;
  const mode = (readableAll === true ? kReadableByAll : 0) | (writableAll === true ? kWritableByAll : 0);
  if (mode !== 0 && path[0] === '\0') {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options', given, 'can not set readableAll or writableAllt to true when path is abstract unix socket');
  }
  server._pipeName = path;
  const place = { address: path, port: -1, addressType: -1, backlog, fd: undefined, flags: undefined };
  listenAsTold(server, given, place, { readableAll, writableAll });
  // Not if another process listens for this one.
  if (!server._handle?.fchmod) return server;
  if (mode === 0) return server;
  const status = server._handle.fchmod(mode);
  if (status < 0) {
    server._handle.close();
    server._handle = null;
    throw new ErrnoException(status, 'uv_pipe_chmod');
  }
  return server;
}

// A handle that is bound, or a negative error number.
function createServerHandle(address, port, addressType, fd, flags) {
  if (typeof fd === 'number' && fd >= 0) return handleOfDescriptor(fd);
  if (port === -1 && addressType === -1) return bound(new Pipe(false), (pipe) => pipe.bind(address));
  const make = (host, more) => bound(new Tcp(), (tcp) => tcp.bind(host, port, flags | more));
  if (address) return make(address, 0);
  // All addresses: those of both families by one socket, if the system has IPv6.
  const handle = make('::', 0);
  return typeof handle === 'number' ? make('0.0.0.0', 0) : handle;
}

function bound(handle, bind) {
  const status = bind(handle);
  if (status === 0) return handle;
  handle.close();
  return status;
}

function handleOfDescriptor(fd) {
  const { openDescriptor } = require('internal/net/socket');
  try {
    return openDescriptor(fd);
  } catch {
    return kInvalid;
  }
}

methods._listen2 = function setupListenHandle(address, port, addressType, backlog, fd, flags) {
  let handle = this._handle;
  let status = 0;
  if (!handle) {
    handle = createServerHandle(address, port, addressType, fd, flags | 0);
    if (typeof handle === 'number') status = handle;
    // Both are one socket, of IPv6, if the system has that.
    if (!address && status === 0 && typeof fd !== 'number' && isOfIpv6(handle)) [address, addressType] = ['::', 6];
  }
  if (status === 0) {
    this._handle = handle;
    handle.owner = this;
    handle.onconnection = acceptConnection;
    this._connectionKey = `${addressType}:${address}:${port}`;
    status = handle.listen(backlog || kUsualBacklog);
    if (status !== 0) {
      handle.close();
      this._handle = null;
    }
  }
  if (status !== 0) {
    const error = new UVExceptionWithHostPort(status, 'listen', address, port);
    trace('error', { server: this, error });
    process.nextTick(emitError, this, error);
    return;
  }
  // By this name, processes that have some of its sockets speak of it.
  this._connectionKey = `${addressType}:${address}:${port}`;
  if (this._unref) this.unref();
  trace('asyncEnd', { server: this });
  process.nextTick(emitListening, this);
};

function isOfIpv6(handle) {
  const name = {};
  return handle.getsockname?.(name) === 0 && name.family === 'IPv6';
}

function emitError(server, error) {
  server.emit('error', error);
}

function emitListening(server) {
  // Closed already, it never listened.
  if (server._handle) server.emit('listening');
}

module.exports = { createServerHandle, methods, setAccept };
