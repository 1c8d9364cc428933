// What a dgram.Socket knows of itself.
'use strict';

const { codes: { ERR_SOCKET_DGRAM_NOT_RUNNING } } = require('internal/errors');

const kState = Symbol('state symbol');

const kUnbound = 0;
const kBinding = 1;
const kBound = 2;

const kDisconnected = 0;
const kConnecting = 1;
const kConnected = 2;

class SocketState {
  constructor(type, options) {
    this.handle = null;
    this.receiving = false;
    this.bindState = kUnbound;
    this.connectState = kDisconnected;
    // What was asked for before the socket was bound, as functions; undefined if it does not wait for that.
    this.queue = undefined;
    this.reuseAddr = options?.reuseAddr;
    this.reusePort = options?.reusePort;
    this.ipv6Only = options?.ipv6Only;
    this.recvBufferSize = options?.recvBufferSize;
    this.sendBufferSize = options?.sendBufferSize;
    this.receiveBlockList = options?.receiveBlockList;
    this.sendBlockList = options?.sendBlockList;
    this.lookup = options?.lookup;
    this.family = type === 'udp6' ? 6 : 4;
    this.familyName = type === 'udp6' ? 'IPv6' : 'IPv4';
    // The last text that turned out to be an address of the family: no need to look at it again.
    this.knownAddress = undefined;
    // The messages that the system has not taken yet, in their order.
    this.waiting = [];
  }

  // Throws if the socket was closed.
  check() {
    if (this.handle === null) throw new ERR_SOCKET_DGRAM_NOT_RUNNING();
  }

  get anywhere() {
    return this.family === 6 ? '::' : '0.0.0.0';
  }

  get localhost() {
    return this.family === 6 ? '::1' : '127.0.0.1';
  }

  isOwnAddress(text) {
    if (text === this.knownAddress) return true;
    if (require('net').isIP(text) !== this.family) return false;
    this.knownAddress = text;
    return true;
  }

  isBlocked(ip) {
    return this.sendBlockList !== undefined && this.sendBlockList.check(ip, this.familyName.toLowerCase());
  }

  // Has `found(error, ip)` called with the address of a host, never at once unless a lookup of the script's does so.
  find(host, found) {
    if (this.lookup !== undefined) (0, this.lookup)(host || this.localhost, this.family, found);
    else if (this.isOwnAddress(host)) process.nextTick(found, null, host, this.family);
    else require('dns').lookup(host, this.family, found);
  }

  // Runs `act` when the socket is bound, in the order of these calls.
  whenBound(act) {
    if (this.queue === undefined) this.queue = [];
    this.queue.push(act);
  }

  runQueue() {
    const { queue } = this;
    this.queue = undefined;
    for (let i = 0; i < queue.length; i++) queue[i]();
  }

  // The system has taken the first message that waits, or refused it.
  finishSend(status) {
    const { callback, address, port, length } = this.waiting.shift();
    if (callback === undefined) return;
    if (status === 0) callback(null, length);
    else callback(new (require('internal/errors').ExceptionWithHostPort)(status, 'send', address, port));
  }
}

module.exports = {
  SocketState,
  kBinding,
  kBound,
  kConnected,
  kConnecting,
  kDisconnected,
  kState,
  kUnbound,
};
