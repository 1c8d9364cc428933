// BoundSocket: a socket that is bound and nothing else yet. A server or a socket takes it over.
'use strict';

const { codes, ExceptionWithHostPort } = require('internal/errors');
const { Pipe, Tcp } = require('internal/stream_handle');
const { checkBound } = require('internal/net/connect');
const { isIP } = require('internal/net/ip');
const { validateObject, validatePort, validateString } = require('internal/validators');

const kTcpOptions = ['host', 'port', 'ipv6Only', 'reusePort'];

function bindPath(options) {
  validateString(options.path, 'options.path');
  for (const name of kTcpOptions) {
    if (options[name] !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'cannot be used with options.path');
    }
  }
  const pipe = new Pipe(false);
  finish(pipe, pipe.bind(options.path), options.path, undefined);
  pipe.pipeName = options.path;
  return pipe;
}

function bindPort({ host, port = 0, ipv6Only = false, reusePort = false }) {
  if (host !== undefined) {
    validateString(host, 'options.host');
    if (isIP(host) === 0) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'options.host', host, 'must be a numeric IP address; net.BoundSocket does not perform DNS resolution');
    }
  }
  const number = validatePort(port, 'options.port');
  const address = host ?? (ipv6Only ? '::' : '0.0.0.0');
  const tcp = new Tcp();
  const flags = (ipv6Only ? 1 : 0) | (reusePort ? 2 : 0);
  finish(tcp, checkBound(tcp.bind(address, number, flags), number, tcp), address, number);
  return tcp;
}

function finish(handle, status, address, port) {
  if (status === 0) return;
  handle.close();
  throw new ExceptionWithHostPort(status, 'bind', address, port);
}

class BoundSocket {
  // Null once somebody else has it.
  #handle;

  constructor(options = {}) {
    validateObject(options, 'options');
    this.#handle = options.path === undefined ? bindPort(options) : bindPath(options);
    this.#handle.owner = this;
    // Seen by whoever connects it.
    this.#handle.isBound = true;
  }

  static take(bound) {
    const handle = bound.#use();
    bound.#handle = null;
    return handle;
  }

  static isBoundSocket(value) {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  #use() {
    if (this.#handle === null) throw new codes.ERR_SOCKET_HANDLE_ADOPTED();
    return this.#handle;
  }

  get isPipe() {
    return this.#handle instanceof Pipe;
  }

  address() {
    const handle = this.#use();
    if (handle.pipeName !== undefined) return handle.pipeName;
    const name = {};
    handle.getsockname(name);
    return name;
  }

  fd() {
    return this.#use().fd;
  }

  close() {
    this.#use().close();
  }
}

const { isBoundSocket, take } = BoundSocket;
delete BoundSocket.take;
delete BoundSocket.isBoundSocket;

// The handle itself, or that of a bound socket, which is somebody else's from now on.
function adopt(handle) {
  return isBoundSocket(handle) ? take(handle) : handle;
}

module.exports = { BoundSocket, adopt, isBoundSocket };
