// Ports of other contexts: what scripts there see of them, messages included, is of their context.
'use strict';

const { compileFunction } = binding('vm');
const { codes } = require('internal/errors');
const {
  attach, close, endOf, isDead, kOnClose, kOnMessage, moveEnd, setRef, start,
} = require('internal/messaging/ends');
const { Receiver } = require('internal/messaging/given');
const { unpackFor } = require('internal/messaging/message');
const { contextOf } = require('internal/vm/contexts');

// Run once in a context: gives what its ports are made with. `port` has the functions behind the methods.
const IN_CONTEXT = `'use strict';
class DOMException extends Error {
  #name;
  #code;
  constructor(message, name, code) {
    super(message);
    this.#name = name;
    this.#code = code;
  }
  get name() { return this.#name; }
  get code() { return this.#code; }
}
const translated = (error) => {
  if (error instanceof Error || error === null || typeof error !== 'object') return error;
  const { message, name, code } = error;
  if (typeof code === 'number') return new DOMException(message, name, code);
  const own = name === 'TypeError' ? new TypeError(message) : new Error(message);
  if (code !== undefined) own.code = code;
  return own;
};
const doing = (name, self, list) => {
  try {
    return port[name](self, list);
  } catch (error) {
    throw translated(error);
  }
};
class Handle {
  close(...list) { return doing('close', this, list); }
  hasRef() { return doing('hasRef', this); }
  ref() { return doing('ref', this); }
  unref() { return doing('unref', this); }
}
class MessagePort extends Handle {
  constructor() {
    const error = new TypeError('Constructor cannot be called');
    error.code = 'ERR_CONSTRUCT_CALL_INVALID';
    throw error;
  }
  postMessage(...list) { return doing('postMessage', this, list); }
  start() { return doing('start', this); }
}
for (const { prototype } of [Handle, MessagePort]) {
  for (const key of Object.getOwnPropertyNames(prototype)) {
    if (key !== 'constructor') Object.defineProperty(prototype, key, { enumerable: true });
  }
}
class MessageEvent {
  constructor(data, target, type, ports) {
    this.data = data;
    this.target = target;
    this.type = type;
    this.ports = ports;
  }
}
const event = (data, target, type, ports) => new MessageEvent(data, target, type, ports);
const unavailable = () => {
  const error = new Error('A message object could not be deserialized successfully in the target vm.Context');
  error.code = 'ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE';
  return error;
};
const make = () => Object.create(MessagePort.prototype);
const names = [
  'Object', 'Array', 'Map', 'Set', 'Date', 'RegExp', 'Number', 'String', 'Boolean', 'BigInt',
  'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
  'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array',
  'Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array',
  'BigUint64Array',
];
const prototypes = names.map((name) => globalThis[name]?.prototype);
return { event, make, names, prototypes, translated, unavailable };`;

// What is behind the methods of ports in other contexts.
const methods = {
  __proto__: null,
  postMessage: (self, list) => ordinary().prototype.postMessage.apply(self, list),
  start: (self) => start(check(self)),
  close: (self) => close(check(self)),
  hasRef: (self) => check(self).isRefed,
  ref: (self) => setRef(check(self), true),
  unref: (self) => setRef(check(self), false),
};

function ordinary() {
  return require('internal/messaging/port').MessagePort;
}

function check(port) {
  const end = endOf(port);
  if (end === undefined) throw new TypeError('Illegal invocation');
  return end;
}

// A context as ports see it.
class Side {
  constructor(global) {
    const make = compileFunction(IN_CONTEXT, 'node:internal/messaging', 0, 0, ['port'], global, []);
    const { event, make: makePort, names, prototypes, translated, unavailable } = make(methods);
    this.event = event;
    this.makePort = makePort;
    this.translated = translated;
    this.unavailable = unavailable;
    // From the prototypes of this context to those of that one.
    this.prototypes = new Map();
    for (let i = 0; i < names.length; i++) this.prototypes.set(builtins[names[i]]?.prototype, prototypes[i]);
    this.list = prototypes[names.indexOf('Array')];
  }

  // Makes an object that a message was read into one of that context. Only what belongs to the library cannot be.
  claim(object) {
    if (endOf(object) !== undefined) return;
    const prototype = this.prototypes.get(Object.getPrototypeOf(object));
    if (prototype === undefined) throw this.unavailable();
    Object.setPrototypeOf(object, prototype);
  }

  // A port for an end that came with a message.
  adopt(end) {
    const port = this.makePort();
    attach(end, new PortReceiver(this, port), port);
    return port;
  }
}

const builtins = {
  __proto__: null,
  Object, Array, Map: mapClass(), Set: setClass(), Date, RegExp, Number, String, Boolean, BigInt,
  Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  ArrayBuffer, SharedArrayBuffer, DataView, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float16Array: globalThis.Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array,
};

// The classes as scripts have them: those of the library's are its own.
function mapClass() {
  return Reflect.construct(Map, []).constructor;
}

function setClass() {
  return Reflect.construct(Set, []).constructor;
}

// What a port of another context does with what comes.
class PortReceiver extends Receiver {
  constructor(side, port) {
    super();
    this.side = side;
    this.port = port;
  }

  unpack(message) {
    return unpackFor(message, this.side);
  }

  [kOnMessage](message) {
    let unpacked;
    try {
      unpacked = this.unpack(message);
    } catch (error) {
      this.tell('onmessageerror', this.side.translated(error), 'messageerror', []);
      return;
    }
    this.tell('onmessage', unpacked.value, 'message', unpacked.ports);
  }

  [kOnClose]() {}

  tell(handler, data, type, ports) {
    const { port, side } = this;
    Object.setPrototypeOf(ports, side.list);
    const listener = port[handler];
    if (typeof listener === 'function') Reflect.apply(listener, port, [side.event(data, port, type, ports)]);
  }
}

const sides = new WeakMap();

function sideOf(context) {
  let side = sides.get(context);
  if (side === undefined) {
    side = new Side(context.global);
    sides.set(context, side);
  }
  return side;
}

function moveMessagePortToContext(port, contextifiedSandbox) {
  const end = endOf(port);
  if (end === undefined) throw invalid('The "port" argument must be a MessagePort instance');
  if (isDead(end)) throw new codes.ERR_CLOSED_MESSAGE_PORT();
  const context = contextOf(contextifiedSandbox);
  if (context === undefined) throw invalid('Invalid context argument');
  const side = sideOf(context);
  const moved = side.makePort();
  moveEnd(port, new PortReceiver(side, moved), moved);
  setRef(end, true);
  return moved;
}

function invalid(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

module.exports = { moveMessagePortToContext };
