// structuredClone: a deep copy. The engine has one, too, but it cannot say what it is that cannot be
// cloned, nor does it treat errors as Node does.
'use strict';

const { kindOf, kinds, structuredClone: cloneByEngine } = binding('clone');
const { getExtraKeys } = require('internal/util/extra_keys');
const { kClone } = require('internal/cloneable');
const { isWebStream } = require('internal/webstreams/interface');

// A longer array is walked by its keys, as it may be mostly holes.
const kLongArray = 1 << 20;

function structuredClone(value, options) {
  if (arguments.length === 0) {
    const { ERR_MISSING_ARGS } = require('internal/errors').codes;
    throw new ERR_MISSING_ARGS('The value argument must be specified');
  }
  const list = options == null ? undefined : readTransfer(options);
  if (list === undefined) return clone(value, new Map());
  // Nothing can go wrong on the way: the memory itself can be handed over.
  if (list.length === 1 && list[0] === value) return transfer(value);
  const copy = clone(value, new Map());
  list.forEach(transfer);
  return copy;
}

function transfer(buffer) {
  return ArrayBuffer.prototype.transfer.call(buffer);
}

// The buffers that the caller gives away; undefined if there are none.
function readTransfer(options) {
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw invalidArgument('Options cannot be converted to a dictionary');
  }
  const { transfer: given } = options;
  if (given === undefined) return undefined;
  if (typeof given === 'string' || typeof given?.[Symbol.iterator] !== 'function') {
    throw invalidArgument('transfer in Options cannot be converted to sequence.');
  }
  const list = [...given];
  list.forEach(checkTransferable);
  return list.length === 0 ? undefined : list;
}

function checkTransferable(buffer, index, list) {
  if (buffer === null || (typeof buffer !== 'object' && typeof buffer !== 'function')) {
    throw invalidArgument(`transfer in Options[${index}] is not an object.`);
  }
  if (isWebStream(buffer)) refuseStream(buffer);
  if (kindOf(buffer) !== kinds.buffer || isShared(buffer)) {
    throw cloneError('Found invalid value in transferList.');
  }
  if (buffer.detached) throw cloneError('Cannot transfer object of unsupported type.');
  if (list.indexOf(buffer) !== index) {
    throw cloneError('Transfer list contains duplicate ArrayBuffer');
  }
}

// The chunks of a stream that was handed over would go through a MessagePort, and there is none yet.
function refuseStream(stream) {
  const name = stream[Symbol.toStringTag];
  if (stream.locked) throw cloneError(`Cannot transfer a locked ${name}`);
  throw cloneError(`The transfer of a ${name} is not implemented in rondo`);
}

function invalidArgument(what) {
  const error = new TypeError(`Failed to execute 'structuredClone': ${what}`);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

function cloneError(message) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

// `copies`: what was copied already, so that a value that is met twice is copied once.
function clone(value, copies) {
  switch (typeof value) {
    case 'object':
      if (value === null) return value;
      break;
    case 'function':
    case 'symbol':
      throw notCloneable(value);
    default:
      return value;
  }
  return copies.get(value) ?? cloneObject(value, copies);
}

function cloneObject(value, copies) {
  switch (kindOf(value)) {
    case kinds.plain: return clonePlain(value, copies);
    case kinds.array: return cloneArray(value, copies);
    case kinds.map: return cloneMap(value, copies);
    case kinds.set: return cloneSet(value, copies);
    case kinds.error: return cloneErrorObject(value, copies);
    case kinds.buffer: return cloneBuffer(value, copies);
    case kinds.view: return cloneView(value, copies);
    case kinds.date: return keep(copies, value, new Date(Date.prototype.getTime.call(value)));
    case kinds.regexp: return keep(copies, value, new RegExp(value));
    case kinds.number: return keep(copies, value, Object(Number.prototype.valueOf.call(value)));
    case kinds.string: return keep(copies, value, Object(String.prototype.valueOf.call(value)));
    case kinds.boolean: return keep(copies, value, Object(Boolean.prototype.valueOf.call(value)));
    case kinds.bigint: return keep(copies, value, Object(BigInt.prototype.valueOf.call(value)));
    default: throw notCloneable(value);
  }
}

function keep(copies, value, copy) {
  copies.set(value, copy);
  return copy;
}

function cloneProperties(value, keys, copy, copies) {
  for (const key of keys) {
    const item = clone(value[key], copies);
    if (key === '__proto__') {
      Object.defineProperty(
        copy, key, { __proto__: null, value: item, writable: true, enumerable: true, configurable: true });
    } else {
      copy[key] = item;
    }
  }
  return copy;
}

function clonePlain(value, copies) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    if (value[kClone] !== undefined) return keep(copies, value, value[kClone]());
    if (isUrl(value)) throw cloneError('Cannot clone object of unsupported type.');
  }
  if (isWebStream(value)) {
    throw cloneError('Object that needs transfer was found in message but not listed in transferList');
  }
  return cloneProperties(value, Object.keys(value), keep(copies, value, {}), copies);
}

// A copy without what is behind it would be of no use.
function isUrl(value) {
  const { URL, URLSearchParams } = require('internal/url');
  return value instanceof URL || value instanceof URLSearchParams;
}

function cloneArray(value, copies) {
  const { length } = value;
  const copy = keep(copies, value, new Array(length));
  if (length > kLongArray) return cloneProperties(value, Object.keys(value), copy, copies);
  for (let i = 0; i < length; i++) {
    const item = value[i];
    if (item !== undefined || Object.hasOwn(value, i)) copy[i] = clone(item, copies);
  }
  return cloneProperties(value, getExtraKeys(value, true).filter(isString), copy, copies);
}

function isString(key) {
  return typeof key === 'string';
}

// Made by Reflect.construct: `new Map()` would be one of the library's own.
// Collections are read whole before their items, whose getters may change them, are cloned.
function cloneMap(value, copies) {
  const copy = keep(copies, value, Reflect.construct(Map, []));
  const items = [];
  Map.prototype.forEach.call(value, (item, key) => items.push(key, item));
  for (let i = 0; i < items.length; i += 2) {
    const key = clone(items[i], copies);
    Map.prototype.set.call(copy, key, clone(items[i + 1], copies));
  }
  return copy;
}

function cloneSet(value, copies) {
  const copy = keep(copies, value, Reflect.construct(Set, []));
  const items = [];
  Set.prototype.forEach.call(value, (item) => items.push(item));
  for (const item of items) Set.prototype.add.call(copy, clone(item, copies));
  return copy;
}

const errorClasses = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

// Of an error go along: its class if it is one of the language's, message, stack and cause.
function cloneErrorObject(value, copies) {
  const { DOMException } = require('internal/dom_exception');
  if (value instanceof DOMException) {
    const copy = keep(copies, value, new DOMException(value.message, value.name));
    return hide(copy, 'stack', value.stack);
  }
  const { name } = value;
  const ErrorClass = Object.hasOwn(errorClasses, name) ? errorClasses[name] : Error;
  const { stack } = value;
  const copy = keep(copies, value, new ErrorClass());
  hide(copy, 'stack', typeof stack === 'string' ? stack : undefined);
  const message = Object.getOwnPropertyDescriptor(value, 'message');
  if (message !== undefined && 'value' in message) hide(copy, 'message', String(message.value));
  if (Object.hasOwn(value, 'cause')) hide(copy, 'cause', clone(value.cause, copies));
  return copy;
}

function hide(target, name, value) {
  return Object.defineProperty(target, name, {
    __proto__: null,
    value, writable: true, enumerable: false, configurable: true,
  });
}

function isShared(buffer) {
  return require('internal/util/types').isSharedArrayBuffer(buffer);
}

function cloneBuffer(value, copies) {
  if (isShared(value)) return keep(copies, value, cloneByEngine(value));
  if (value.detached) throw cloneError('An ArrayBuffer is detached and could not be cloned.');
  const { byteLength, resizable, maxByteLength } = value;
  const copy = resizable ? new ArrayBuffer(byteLength, { maxByteLength }) : new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(value));
  return keep(copies, value, copy);
}

const viewClasses = {
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  Float32Array, Float64Array, BigInt64Array, BigUint64Array, Float16Array: globalThis.Float16Array,
};

function cloneView(value, copies) {
  const { buffer } = value;
  const bytes = clone(buffer, copies);
  const { typedArrayName } = require('internal/util/types');
  const name = typedArrayName(value);
  const ViewClass = name === undefined ? DataView : viewClasses[name];
  const size = ViewClass.BYTES_PER_ELEMENT ?? 1;
  const { byteOffset, byteLength } = value;
  // A view that goes to the end of what can grow, grows with it.
  const isGrowing = (buffer.resizable || buffer.growable) &&
    buffer.byteLength - byteOffset - byteLength < size;
  const copy = isGrowing ?
    new ViewClass(bytes, byteOffset) :
    new ViewClass(bytes, byteOffset, byteLength / size);
  return keep(copies, value, copy);
}

function notCloneable(value) {
  return cloneError(`${describe(value)} could not be cloned.`);
}

// A value as it stands in such messages: '#<Promise>', 'Symbol(a)', the source of a function.
function describe(value) {
  if (typeof value === 'symbol') return value.toString();
  if (typeof value === 'function') {
    const source = Function.prototype.toString.call(behindProxies(value));
    return source.replace(/\{\s*\[native code\]\s*\}$/, '{ [native code] }');
  }
  if (dataProperty(value, 'toString') === Object.prototype.toString) {
    const constructor = dataProperty(value, 'constructor');
    if (typeof constructor === 'function' && constructor.name) return `#<${constructor.name}>`;
  }
  return Object.prototype.toString.call(value);
}

function behindProxies(value) {
  const { getProxyDetails } = binding('util');
  for (let parts = getProxyDetails(value); parts !== undefined; parts = getProxyDetails(value)) {
    [value] = parts;
  }
  return value;
}

// The value of a property, inherited or own, if no function has to be called for it.
function dataProperty(object, name) {
  for (let holder = behindProxies(object); holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

module.exports = { structuredClone };
