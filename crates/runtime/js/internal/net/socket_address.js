// SocketAddress: an IP address with a port, which does not change.
'use strict';

const { codes: { ERR_INVALID_ADDRESS, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { kClone, kPack } = require('internal/cloneable');
const { formatAddress, parseAddress } = require('internal/net/ip');

const { inspectInside } = require('internal/perf/inspect_inside');
const { customInspectSymbol } = require('internal/util');
const { validateObject, validatePort, validateString, validateUint32 } = require('internal/validators');

const kAnyAddress = { __proto__: null, ipv4: '127.0.0.1', ipv6: '::' };
// Only from here: an object whose fields are known to be right.
const kReady = Symbol('kReady');

function invalidAddress() {
  const error = new ERR_INVALID_ADDRESS();
  error.message = 'Invalid socket address';
  return error;
}

// 'ipv4' or 'ipv6', written in whatever case.
function familyOf(name) {
  const family = typeof name?.toLowerCase === 'function' ? name.toLowerCase() : name;
  if (family !== 'ipv4' && family !== 'ipv6') throw new ERR_INVALID_ARG_VALUE('options.family', name);
  return family;
}

class SocketAddress {
  #words;
  #family;
  #port;
  #flowlabel;

  constructor(options = {}, ready = undefined) {
    if (ready === kReady) {
      this.#take(options.words, options.family, options.port, options.flowlabel);
      return;
    }
    validateObject(options, 'options');
    const family = familyOf(options.family ?? 'ipv4');
    const { address = kAnyAddress[family], port = 0, flowlabel = 0 } = options;
    validateString(address, 'options.address');
    const number = validatePort(port, 'options.port');
    validateUint32(flowlabel, 'options.flowlabel', false);
    const words = parseAddress(address, family);
    if (words === null) throw invalidAddress();
    this.#take(words, family, number, family === 'ipv6' ? flowlabel & 0xfffff : 0);
  }

  #take(words, family, port, flowlabel) {
    this.#words = words;
    this.#family = family;
    this.#port = port;
    this.#flowlabel = flowlabel;
  }

  static isSocketAddress(value) {
    return typeof value === 'object' && value !== null && #words in value;
  }

  // Of 'ADDRESS' or 'ADDRESS:PORT', as they stand in a URL; undefined if it is none.
  static parse(input) {
    validateString(input, 'input');
    const { URL } = require('internal/url');
    const url = URL.parse(`http://${input}`);
    if (url === null || input.includes('/')) return undefined;
    const { hostname } = url;
    const isV6 = hostname.startsWith('[') && hostname.endsWith(']');
    const family = isV6 ? 'ipv6' : 'ipv4';
    const words = parseAddress(isV6 ? hostname.slice(1, -1) : hostname, family);
    if (words === null) return undefined;
    return new SocketAddress({ words, family, port: Number(url.port), flowlabel: 0 }, kReady);
  }

  static wordsOf(value) {
    return value.#words;
  }

  get address() {
    return formatAddress(this.#words, this.#family);
  }

  get port() {
    return this.#port;
  }

  get family() {
    return this.#family;
  }

  get flowlabel() {
    return this.#flowlabel;
  }

  toJSON() {
    return { address: this.address, port: this.port, family: this.family, flowlabel: this.flowlabel };
  }

  [customInspectSymbol](depth, options) {
    return depth < 0 ? '[SocketAddress]' : `SocketAddress ${inspectInside(this.toJSON(), options)}`;
  }

  [kClone]() {
    return new SocketAddress({
      words: this.#words, family: this.#family, port: this.#port, flowlabel: this.#flowlabel,
    }, kReady);
  }

  [kPack]() {
    return ['internal/net/socket_address', this.toJSON()];
  }
}

const { wordsOf } = SocketAddress;
delete SocketAddress.wordsOf;

// One that has come from another thread.
function revive(options) {
  return new SocketAddress(options);
}

module.exports = { SocketAddress, familyOf, invalidAddress, revive, wordsOf };
