// MessageChannel and MessagePort.
'use strict';

const { codes } = require('internal/errors');
const {
  Event, NodeEventTarget, defineEventHandler, initEventTarget, kCreateEvent, kHybridDispatch, kNewListener,
  kRemoveListener,
} = require('internal/event_target');
const { deeper, kInspect } = require('internal/events/event');
const {
  End, attach, close, endOf, entangle, isEntangled, kClosed, kOnClose, kOnMessage, post, setRef, start, stop, take,
} = require('internal/messaging/ends');
const { pack, unpack } = require('internal/messaging/message');
const { MessageEvent } = require('internal/messaging/event');
const { Receiver } = require('internal/messaging/given');
const { hasTracker, tellOfMade } = require('internal/task_queue');

// The ports that came with the message that is being dispatched.
const kReceivedPorts = Symbol('received ports');

function MessagePort() {
  throw new codes.ERR_CONSTRUCT_CALL_INVALID();
}
Object.setPrototypeOf(MessagePort, NodeEventTarget);

// A port for an end of a channel.
function adopt(end) {
  const port = Object.create(MessagePort.prototype);
  initEventTarget(port);
  port[kReceivedPorts] = undefined;
  attach(end, port);
  if (hasTracker()) tellOfMade(port, 'MESSAGEPORT');
  return port;
}

function check(port) {
  const end = endOf(port);
  if (end === undefined) throw new TypeError('Illegal invocation');
  return end;
}

class MessagePortCloseEvent extends Event {
  constructor() {
    super('close');
  }
}

// Listed in the order in which a script finds them.
const methods = {
  postMessage(value, options) {
    const end = check(this);
    if (arguments.length === 0) throw coded('ERR_MISSING_ARGS', 'Not enough arguments to MessagePort.postMessage');
    const list = readTransfer(options);
    const message = pack(value, list, this);
    if (!isEntangled(end) || end.isClosing) return undefined;
    if (message.given !== undefined && message.carries(end)) {
      process.emitWarning('The target port was posted to itself, and the communication channel was lost');
      close(end);
      return undefined;
    }
    post(end, message);
    return true;
  },

  start() {
    start(check(this));
  },

  ref() {
    setRef(check(this), true);
  },

  unref() {
    setRef(check(this), false);
  },

  hasRef() {
    return check(this).isRefed;
  },
};

// Set apart, as it comes last.
const { close: closePort } = {
  close(callback) {
    const end = check(this);
    if (typeof callback === 'function') this.once('close', callback);
    close(end);
  },
};

// What is handed over: a list, or an object with one; undefined if there is none.
function readTransfer(options) {
  if (options === undefined || options === null) return undefined;
  if (typeof options !== 'object') throw notIterable('transferList');
  if (options[Symbol.iterator] !== undefined) return readList(options, 'transferList');
  const { transfer } = options;
  if (transfer === undefined) return undefined;
  if (typeof transfer !== 'object' || transfer === null) throw notIterable('options.transfer');
  return readList(transfer, 'options.transfer');
}

function readList(iterable, name) {
  const method = iterable[Symbol.iterator];
  if (typeof method !== 'function') throw notIterable(name);
  const iterator = Reflect.apply(method, iterable, []);
  const next = iterator?.next;
  if (typeof next !== 'function') throw notIterable(name);
  const list = [];
  for (;;) {
    const { done, value } = Reflect.apply(next, iterator, []);
    if (done) return list;
    list.push(value);
  }
}

function notIterable(what) {
  return coded('ERR_INVALID_ARG_TYPE', `Optional ${what} argument must be an iterable`);
}

// The errors of ports have codes, but not the words that go with these elsewhere.
function coded(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

// Messages come, and keep the program going, while somebody listens.
const hooks = {
  [kNewListener](size, type, ...rest) {
    if (type === 'message' && size === 1) {
      const end = check(this);
      setRef(end, true);
      start(end);
    }
    Reflect.apply(NodeEventTarget.prototype[kNewListener], this, [size, type, ...rest]);
  },

  [kRemoveListener](size, type) {
    if (type !== 'message' || size > 0) return;
    const end = check(this);
    stop(end);
    setRef(end, false);
  },

  [kOnMessage](message) {
    let unpacked;
    try {
      unpacked = unpack(message);
    } catch (error) {
      this[kHybridDispatch](error, 'messageerror');
      return;
    }
    const { value, ports } = unpacked;
    this[kReceivedPorts] = ports;
    this[kHybridDispatch](value, 'message');
    this[kReceivedPorts] = undefined;
  },

  [kOnClose]() {
    this.dispatchEvent(new MessagePortCloseEvent());
  },

  [kCreateEvent](data, type) {
    if (type !== 'message' && type !== 'messageerror') {
      return Reflect.apply(NodeEventTarget.prototype[kCreateEvent], this, [data, type]);
    }
    return new MessageEvent(type, { __proto__: null, data, ports: this[kReceivedPorts] ?? [] });
  },

  [kInspect](depth, options, inspect) {
    const end = endOf(this);
    if (end === undefined) return this;
    if (depth < 0) return 'MessagePort';
    return `MessagePort [EventTarget] ${inspect({ active: end.id !== 0, refed: end.isRefed }, deeper(options))}`;
  },
};

const prototype = Object.create(NodeEventTarget.prototype);
Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(hooks));
for (const name of ['postMessage', 'start', 'constructor', 'ref', 'unref', 'hasRef']) {
  const value = name === 'constructor' ? MessagePort : methods[name];
  Object.defineProperty(prototype, name, {
    __proto__: null, value, writable: true, enumerable: name !== 'constructor', configurable: true,
  });
}
defineEventHandler(prototype, 'message');
defineEventHandler(prototype, 'messageerror');
prototype.close = closePort;
Object.defineProperty(MessagePort, 'prototype', { __proto__: null, value: prototype, writable: false });

function MessageChannel() {
  if (new.target === undefined) {
    throw coded('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  }
  const one = new End();
  const other = new End();
  entangle(one, other);
  this.port1 = adopt(one);
  this.port2 = adopt(other);
}

// The next message of a port, or of what else has an end, at once; undefined if there is none.
function receiveMessageOnPort(port) {
  const end = endOf(port);
  if (end === undefined) {
    throw coded('ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');
  }
  const message = take(end, true);
  if (message === undefined) return undefined;
  if (message === kClosed) {
    close(end);
    return undefined;
  }
  return { message: end.port instanceof Receiver ? end.port.unpack(message).value : unpack(message).value };
}

module.exports = { MessageChannel, MessagePort, adopt, readTransfer, receiveMessageOnPort };
