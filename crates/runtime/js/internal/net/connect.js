// How a socket comes to be connected: what connect() is given is checked, a name is looked up, then there are one or more
// attempts.
'use strict';

const { codes, AccessDenied, ExceptionWithHostPort } = require('internal/errors');
const { Pipe, Tcp, onConnected } = require('internal/stream_handle');
const { kAttempt, kHandle } = require('internal/net/fields');
const { isIP } = require('internal/net/ip');
const { kNormalized, kShortestAttempt, normalizeArgs } = require('internal/net/options');
const options = require('internal/net/options');
const { applySettings } = require('internal/net/settings');
const {
  validateBoolean,
  validateFunction,
  validateInt32,
  validateNumber,
  validatePort,
  validateString,
} = require('internal/validators');

const channels = () => require('diagnostics_channel');
const timeline = () => require('internal/perf/timeline');

const methods = {};
let clientChannel;

methods.connect = function(...args) {
  const normalized = Array.isArray(args[0]) && args[0][kNormalized] ? args[0] : normalizeArgs(args);
  const [given, callback] = normalized;
  clientChannel ??= channels().channel('net.client.socket');
  if (clientChannel.hasSubscribers) clientChannel.publish({ socket: this });
  if (given.port === undefined && given.path == null) {
    throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);
  }
  checkHost(given);
  if (this[kHandle]?.isBound) refuseLocal(given);
  makeReady(this, given);
  if (callback !== null) this.once('connect', callback);
  this._unrefTimer();
  this.connecting = true;
  if (given.path) {
    validateString(given.path, 'options.path');
    new Attempt(this, given.path, undefined, undefined).start();
  } else {
    connectTo(this, readTarget(this, given));
  }
  return this;
};

// A socket that is destroyed meanwhile hears nothing of its attempt.
methods[onConnected] = function() {};

function checkHost({ path, host }) {
  if (path || !host) return;
  validateString(host, 'options.host');
  if (host.includes('\0')) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.host', host, 'must be a string without null bytes');
  }
}

// A socket that is bound has its own end.
function refuseLocal(given) {
  for (const name of ['localAddress', 'localPort']) {
    if (given[name] === undefined) continue;
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, given[name], 'cannot be used with a bound socket');
  }
}

// A socket can be connected again when it is over.
function makeReady(socket, given) {
  if (socket.write !== socket.constructor.prototype.write && Object.hasOwn(socket, 'write')) delete socket.write;
  if (socket.destroyed) {
    socket[kHandle] = null;
    socket._peername = undefined;
    socket._sockname = null;
    socket._undestroy();
  }
  if (!socket[kHandle]) socket._handle = given.path ? new Pipe(false) : new Tcp();
}

// What is to be connected to, and how.
function readTarget(socket, given) {
  const { localAddress, localPort, lookup } = given;
  const host = given.host || 'localhost';
  let { port, autoSelectFamily, autoSelectFamilyAttemptTimeout: timeout } = given;
  if (localAddress && !isIP(localAddress)) throw new codes.ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort) validateNumber(localPort, 'options.localPort');
  if (port !== undefined) {
    if (typeof port !== 'number' && typeof port !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], port);
    }
    port = validatePort(port);
  }
  if (autoSelectFamily != null) validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  else autoSelectFamily = options.getDefaultAutoSelectFamily();
  if (timeout != null) {
    validateInt32(timeout, 'options.autoSelectFamilyAttemptTimeout', 1);
    timeout = Math.max(timeout, kShortestAttempt);
  } else {
    timeout = options.getDefaultAutoSelectFamilyAttemptTimeout();
  }
  const family = isIP(host);
  if (family === 0 && lookup != null) validateFunction(lookup, 'options.lookup');
  return {
    __proto__: null, given, host, port: port | 0, family, localAddress, localPort, autoSelectFamily, timeout,
  };
}

function connectTo(socket, target) {
  if (target.family !== 0 && socket[kHandle].isBound) {
    connectNow(socket, target.host, target.port, target.family, target);
    return;
  }
  if (target.family !== 0) {
    process.nextTick(connectNow, socket, target.host, target.port, target.family, target);
    return;
  }
  const { given } = target;
  const dns = require('dns');
  const lookupOptions = { family: familyOf(given.family), hints: given.hints || 0 };
  const isFree = lookupOptions.family !== 4 && lookupOptions.family !== 6;
  if (isFree && lookupOptions.hints === 0) lookupOptions.hints = dns.ADDRCONFIG;
  socket._host = target.host;
  const lookup = given.lookup || dns.lookup;
  if (target.autoSelectFamily && isFree && !target.localAddress) {
    lookupOptions.all = true;
    lookup(target.host, lookupOptions, (error, addresses) => {
      foundAll(socket, target, error, addresses);
    });
  } else {
    lookup(target.host, lookupOptions, (error, address, family) => {
      found(socket, target, error, address, family);
    });
  }
}

function familyOf(family) {
  if (family === 'IPv4') return 4;
  return family === 'IPv6' ? 6 : family;
}

function found(socket, target, error, address, family) {
  socket.emit('lookup', error, address, family, target.host);
  // It was given up meanwhile.
  if (!socket.connecting) return;
  const failure = error ?? faultOf(address, family, target);
  if (failure) {
    process.nextTick(fail, socket, failure);
  } else {
    socket._unrefTimer();
    connectNow(socket, address, target.port, family, target);
  }
}

// What is wrong with the result of a look-up, or undefined.
function faultOf(address, family, target) {
  if (typeof address !== 'string' || isIP(address) === 0) return new codes.ERR_INVALID_IP_ADDRESS(address);
  if (family === 4 || family === 6) return undefined;
  return new codes.ERR_INVALID_ADDRESS_FAMILY(family, target.host, target.port);
}

function foundAll(socket, target, error, addresses) {
  if (error) {
    found(socket, target, error, undefined, undefined);
    return;
  }
  for (const { address, family } of addresses) socket.emit('lookup', null, address, family, target.host);
  if (!socket.connecting) return;
  const usable = usableOf(addresses);
  if (usable.length === 0) {
    const first = addresses[0] ?? {};
    process.nextTick(fail, socket, faultOf(first.address, first.family, target));
    return;
  }
  socket._unrefTimer();
  if (usable.length === 1) {
    connectNow(socket, usable[0].address, target.port, usable[0].family, target);
  } else {
    const { connectToOneOf } = require('internal/net/attempts');
    connectToOneOf(socket, target, usable);
  }
}

// Each of those that make sense, once.
function usableOf(addresses) {
  const seen = new Set();
  return addresses.filter(({ address, family }) => {
    if (typeof address !== 'string' || isIP(address) === 0 || (family !== 4 && family !== 6)) return false;
    const isNew = !seen.has(address);
    seen.add(address);
    return isNew;
  });
}

function fail(socket, error) {
  socket.destroy(error);
}

function connectNow(socket, address, port, family, target) {
  if (!socket.connecting) return;
  new Attempt(socket, address, port, family, target).start();
}

// The outcome of bind(). That a port is taken shows only when the handle is asked for its name.
function checkBound(status, port, handle) {
  if (status !== 0 || !(port > 0) || !handle.getsockname) return status;
  const name = {};
  const asked = handle.getsockname(name);
  const kAddressInUse = -98;
  return asked === 0 && name.port !== port ? kAddressInUse : asked;
}

// An attempt to connect, with the socket's handle or with one of its own.
class Attempt {
  constructor(socket, address, port, family, target, handle = socket[kHandle]) {
    this.socket = socket;
    this.handle = handle;
    this.address = address;
    this.port = port;
    this.family = family;
    this.target = target;
    this.startTime = timeline().isObserved('net') ? require('internal/performance').performance.now() : -1;
    this.isOver = false;
  }

  // An error that shows at once is told later, too: nobody can listen yet.
  start() {
    const { socket } = this;
    const failure = this.blocked() ?? this.bind();
    if (failure !== undefined) {
      this.giveUp(failure);
      return;
    }
    if (this.family !== undefined) socket.emit('connectionAttempt', this.address, this.port, this.family);
    if (!socket.connecting || this.isOver) return;
    socket[kAttempt] = this;
    let status;
    try {
      status = this.connect();
    } catch (error) {
      this.giveUp(new AccessDenied(error, 'connect', this.address, this.port));
      return;
    }
    if (status < 0) this.giveUp(this.errorOf(status, this.localName()));
  }

  blocked() {
    const blockList = this.target?.given.blockList ?? this.socket.blockList;
    if (!blockList || this.family === undefined) return undefined;
    return blockList.check(this.address, `ipv${this.family}`) ? new codes.ERR_IP_BLOCKED(this.address) : undefined;
  }

  bind() {
    const { localAddress, localPort } = this.target ?? {};
    if (!localAddress && !localPort) return undefined;
    const address = localAddress || (this.family === 6 ? '::' : '0.0.0.0');
    const status = checkBound(this.handle.bind(address, localPort | 0, 0), localPort | 0, this.handle);
    return status === 0 ? undefined : new ExceptionWithHostPort(status, 'bind', address, localPort | 0);
  }

  connect() {
    const { handle } = this;
    handle.owner = this;
    return this.family === undefined ? handle.connect(this.address) : handle.connect(this.address, this.port);
  }

  localName() {
    const name = {};
    this.handle.getsockname?.(name);
    return this.family === undefined ? undefined : `${name.address}:${name.port}`;
  }

  errorOf(status, details) {
    const error = new ExceptionWithHostPort(status, 'connect', this.address, this.port, details);
    if (details === undefined) return error;
    const { localAddress, localPort } = this.target;
    if (localAddress !== undefined) error.localAddress = localAddress;
    if (localPort !== undefined) error.localPort = localPort;
    return error;
  }

  giveUp(error) {
    this.socket.destroy(error);
  }

  // The socket is destroyed, and its handle closed by it.
  cancel() {
    this.isOver = true;
    this.handle.owner = this.socket;
  }

  [onConnected](status) {
    if (this.isOver) return;
    this.isOver = true;
    const { socket } = this;
    socket[kAttempt] = null;
    this.handle.owner = socket;
    if (status === 0) this.succeed();
    else this.fail(status);
  }

  succeed() {
    connected(this.socket, this);
  }

  fail(status) {
    const { socket } = this;
    socket.connecting = false;
    socket._sockname = null;
    const { localAddress, localPort } = this.target ?? {};
    const details = localAddress && localPort ? `${localAddress}:${localPort}` : undefined;
    const error = this.errorOf(status, details);
    if (this.family !== undefined) {
      socket.emit('connectionAttemptFailed', this.address, this.port, this.family, error);
    }
    socket.destroy(error);
  }
}

function connected(socket, attempt) {
  socket.connecting = false;
  socket._sockname = null;
  applySettings(socket, socket[kHandle]);
  socket.emit('connect');
  socket.emit('ready');
  if (attempt.startTime >= 0) report(attempt);
  // The first read of a connection; 'connect' may have begun it, or ended it all.
  if (socket.readable && !socket.isPaused()) socket.read(0);
}

// An entry for observers of performance.
function report({ startTime, address, port, family }) {
  if (family === undefined) return;
  const { performance } = require('internal/performance');
  const { makeNodeEntry } = require('internal/perf/entry');
  const entry = makeNodeEntry('connect', 'net', startTime, performance.now() - startTime, { host: address, port });
  timeline().tellObservers(entry, 'net');
}

module.exports = { Attempt, checkBound, connected, methods };
