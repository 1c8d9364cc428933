// The first half of structured clone: a value becomes a list of tokens. (The engine has this, too, but it cannot say what
// it is that cannot be cloned, knows nothing of the library's classes and treats errors in its own way.)
'use strict';

const { kindOf, kinds, structuredClone: cloneByEngine } = binding('clone');
const { getExtraKeys } = require('internal/util/extra_keys');
const { kClone, kTransfer } = require('internal/cloneable');
const { cloneError, notCloneable } = require('internal/messaging/clone_error');
const { isTransferableSignal } = require('internal/messaging/given');
const { isUncloneable } = require('internal/messaging/marks');
const { isWebStream } = require('internal/webstreams/interface');
const {
  kPrimitive, kSeen, kGiven, kReady, kObject, kArray, kSparseArray, kHole, kMap, kSet, kError, kDomException, kView,
} = require('internal/messaging/token');

// A longer array is walked by its keys, as it may be mostly holes.
const kLongArray = 1 << 20;

class Writer {
  constructor(given) {
    this.tokens = [];
    // The numbers of the objects that were met.
    this.numbers = new Map();
    // Objects that are handed over.
    this.given = given;
    // Where copies of objects of the library's are in the list, or undefined.
    this.places = undefined;
  }

  // The copy of an object of the library's, which can be read in this thread alone.
  keepCopy(copy) {
    this.tokens.push(kReady, copy);
    if (this.places === undefined) this.places = [];
    this.places.push(this.tokens.length - 1);
  }

  // The next number is for this object.
  meet(value) {
    this.numbers.set(value, this.numbers.size);
  }
}

// The tokens of a value. `given`: an array of what is handed over, or undefined.
function write(value, given) {
  return writeWithPlaces(value, given).tokens;
}

// The same, with the places in the list that another thread could not read.
function writeWithPlaces(value, given) {
  const writer = new Writer(given);
  writeValue(writer, value);
  return writer;
}

function writeValue(writer, value) {
  switch (typeof value) {
    case 'object':
      if (value !== null) {
        writeObject(writer, value);
        return;
      }
      break;
    case 'function':
    case 'symbol':
      throw notCloneable(value);
  }
  writer.tokens.push(kPrimitive, value);
}

function writeObject(writer, value) {
  const { tokens } = writer;
  const number = writer.numbers.get(value);
  if (number !== undefined) {
    tokens.push(kSeen, number);
    return;
  }
  const place = writer.given === undefined ? -1 : writer.given.indexOf(value);
  if (place >= 0) {
    writer.meet(value);
    tokens.push(kGiven, place);
    return;
  }
  const kind = kindOf(value);
  if (kind === kinds.view) {
    writeView(writer, value);
    return;
  }
  writer.meet(value);
  switch (kind) {
    case kinds.plain: return writePlain(writer, value);
    case kinds.array: return writeArray(writer, value);
    case kinds.map: return writeMap(writer, value);
    case kinds.set: return writeSet(writer, value);
    case kinds.error: return writeError(writer, value);
    case kinds.other:
      if (isSharedWasm(value)) {
        tokens.push(kReady, cloneByEngine(value));
        return;
      }
      if (!isEnvironment(value)) throw notCloneable(value);
      tokens.push(kObject);
      return writeProperties(writer, value, Object.keys(value));
    default: tokens.push(kReady, copyLeaf(value, kind));
  }
}

// Modules of WebAssembly, and memory that is made for threads.
function isSharedWasm(value) {
  const { WebAssembly } = globalThis;
  if (typeof WebAssembly !== 'object') return false;
  if (value instanceof WebAssembly.Module) return true;
  return value instanceof WebAssembly.Memory && require('internal/util/types').isSharedArrayBuffer(value.buffer);
}

function isEnvironment(value) {
  return require('internal/process/env').isEnvironment(value);
}

// A copy of an object that holds no others.
function copyLeaf(value, kind) {
  switch (kind) {
    case kinds.buffer: return copyBuffer(value);
    case kinds.date: return new Date(Date.prototype.getTime.call(value));
    case kinds.regexp: return new RegExp(value);
    case kinds.number: return Object(Number.prototype.valueOf.call(value));
    case kinds.string: return Object(String.prototype.valueOf.call(value));
    case kinds.boolean: return Object(Boolean.prototype.valueOf.call(value));
    case kinds.bigint: return Object(BigInt.prototype.valueOf.call(value));
  }
}

function writeProperties(writer, value, keys) {
  const { tokens } = writer;
  tokens.push(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    tokens.push(key);
    writeValue(writer, value[key]);
  }
}

function writePlain(writer, value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    if (value[kClone] !== undefined) {
      if (isUncloneable(value)) throw cloneError('Cannot clone object of unsupported type.');
      writer.keepCopy(value[kClone]());
      return;
    }
    if (isUrl(value)) throw cloneError('Cannot clone object of unsupported type.');
    if (isWebStream(value) || isPort(value) || isTransferableSignal(value) || value[kTransfer] !== undefined) {
      throw cloneError('Object that needs transfer was found in message but not listed in transferList');
    }
  }
  if (isUncloneable(value)) throw cloneError('Cannot clone object of unsupported type.');
  writer.tokens.push(kObject);
  writeProperties(writer, value, Object.keys(value));
}

// A copy without what is behind it would be of no use.
function isUrl(value) {
  const { URL, URLSearchParams } = require('internal/url');
  return value instanceof URL || value instanceof URLSearchParams;
}

function isPort(value) {
  return require('internal/messaging/ends').endOf(value) !== undefined;
}

function writeArray(writer, value) {
  const { tokens } = writer;
  const { length } = value;
  if (length > kLongArray) {
    tokens.push(kSparseArray, length);
    writeProperties(writer, value, Object.keys(value));
    return;
  }
  tokens.push(kArray, length);
  for (let i = 0; i < length; i++) {
    const item = value[i];
    if (item !== undefined || Object.hasOwn(value, i)) writeValue(writer, item);
    else tokens.push(kHole);
  }
  writeProperties(writer, value, getExtraKeys(value, true).filter(isString));
}

function isString(key) {
  return typeof key === 'string';
}

// Collections are read whole before their items, whose getters may change them, are written.
function writeMap(writer, value) {
  const items = [];
  Map.prototype.forEach.call(value, (item, key) => items.push(key, item));
  writer.tokens.push(kMap, items.length / 2);
  for (let i = 0; i < items.length; i++) writeValue(writer, items[i]);
}

function writeSet(writer, value) {
  const items = [];
  Set.prototype.forEach.call(value, (item) => items.push(item));
  writer.tokens.push(kSet, items.length);
  for (let i = 0; i < items.length; i++) writeValue(writer, items[i]);
}

// Of an error go along: its class if it is one of the language's, message, stack and cause.
function writeError(writer, value) {
  const { tokens } = writer;
  const { DOMException, QuotaExceededError } = require('internal/dom_exception');
  if (value instanceof DOMException) {
    tokens.push(kDomException, value.message, value.name, value.stack);
    if (value instanceof QuotaExceededError) tokens.push(true, value.quota, value.requested);
    else tokens.push(false);
    return;
  }
  const { name, stack } = value;
  const message = Object.getOwnPropertyDescriptor(value, 'message');
  tokens.push(
    kError,
    typeof name === 'string' ? name : '',
    typeof stack === 'string' ? stack : undefined,
    message !== undefined && 'value' in message ? String(message.value) : undefined);
  if (Object.hasOwn(value, 'cause')) writeValue(writer, value.cause);
  else tokens.push(kHole);
}

function copyBuffer(value) {
  if (require('internal/util/types').isSharedArrayBuffer(value)) return cloneByEngine(value);
  if (value.detached) throw cloneError('An ArrayBuffer is detached and could not be cloned.');
  const { byteLength, resizable, maxByteLength } = value;
  const copy = resizable ? new ArrayBuffer(byteLength, { maxByteLength }) : new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(value));
  return copy;
}

// The buffer of a view has the lower number.
function writeView(writer, value) {
  const { buffer, byteOffset, byteLength } = value;
  const size = value.BYTES_PER_ELEMENT ?? 1;
  // A view that goes to the end of what can grow, grows with it.
  const isGrowing = (buffer.resizable || buffer.growable) && buffer.byteLength - byteOffset - byteLength < size;
  const name = require('internal/util/types').typedArrayName(value);
  writer.tokens.push(kView, name ?? 'DataView', byteOffset, isGrowing ? undefined : byteLength / size);
  writeObject(writer, buffer);
  writer.meet(value);
}

module.exports = { write, writeWithPlaces };
