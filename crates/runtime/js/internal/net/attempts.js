// A host with several addresses: one after the other is tried, the families taking turns, each for a limited time.
'use strict';

const { NodeAggregateError, codes } = require('internal/errors');
const { Tcp, onConnected } = require('internal/stream_handle');
const { kAttempt, kHandle } = require('internal/net/fields');
const { Attempt, connected } = require('internal/net/connect');
const { clearTimeout, setTimeout } = require('timers');

const kTimedOut = -110;
// Owns handles whose end interests nobody.
const kNobody = { [onConnected]() {} };

function connectToOneOf(socket, target, addresses) {
  socket.autoSelectFamilyAttemptedAddresses = [];
  new Sequence(socket, target, takingTurns(addresses)).next();
}

// The family of the first address begins.
function takingTurns(addresses) {
  const firstFamily = addresses[0].family;
  const first = addresses.filter(({ family }) => family === firstFamily);
  const other = addresses.filter(({ family }) => family !== firstFamily);
  const mixed = [];
  for (let i = 0; i < Math.max(first.length, other.length); i++) {
    if (i < first.length) mixed.push(first[i]);
    if (i < other.length) mixed.push(other[i]);
  }
  return mixed;
}

class Sequence {
  constructor(socket, target, addresses) {
    this.socket = socket;
    this.target = target;
    this.addresses = addresses;
    this.index = 0;
    this.errors = [];
  }

  get isLast() {
    return this.index === this.addresses.length;
  }

  next() {
    const { socket } = this;
    if (!socket.connecting) return;
    if (this.isLast) {
      socket.destroy(this.errors.length === 0 ?
        new codes.ERR_SOCKET_CONNECTION_TIMEOUT() :
        new NodeAggregateError(this.errors));
      return;
    }
    if (this.index > 0) replaceHandle(socket);
    const { address, family } = this.addresses[this.index++];
    new TimedAttempt(this, address, family).start();
  }
}

// The handle of an attempt that failed is of no use any more.
function replaceHandle(socket) {
  const before = socket[kHandle];
  const handle = new Tcp();
  if (!before.hasRef()) handle.unref();
  before.owner = kNobody;
  before.close();
  socket._handle = handle;
}

class TimedAttempt extends Attempt {
  constructor(sequence, address, family) {
    const { socket, target } = sequence;
    super(socket, address, target.port, family, target);
    this.sequence = sequence;
    this.timer = null;
  }

  connect() {
    this.socket.autoSelectFamilyAttemptedAddresses.push(`${this.address}:${this.port}`);
    const status = super.connect();
    if (status === 0 && !this.sequence.isLast) {
      this.timer = setTimeout(timedOut, this.target.timeout, this);
    }
    return status;
  }

  cancel() {
    super.cancel();
    clearTimeout(this.timer);
  }

  succeed() {
    clearTimeout(this.timer);
    connected(this.socket, this);
  }

  giveUp(error) {
    this.isOver = true;
    this.sequence.errors.push(error);
    this.sequence.next();
  }

  fail(status) {
    clearTimeout(this.timer);
    const error = this.errorOf(status, undefined);
    this.socket.emit('connectionAttemptFailed', this.address, this.port, this.family, error);
    this.giveUp(error);
  }
}

function timedOut(attempt) {
  const { socket } = attempt;
  if (attempt.isOver || !socket.connecting) return;
  socket[kAttempt] = null;
  socket.emit('connectionAttemptTimeout', attempt.address, attempt.port, attempt.family);
  attempt.giveUp(attempt.errorOf(kTimedOut, undefined));
}

module.exports = { connectToOneOf };
