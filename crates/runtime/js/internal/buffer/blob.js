// Blob: bytes that do not change, with a type.
'use strict';

const { codes } = require('internal/errors');
const { PieceList, bytesOfFile } = require('internal/buffer/byte_pieces');
const { deeper } = require('internal/events/event');
const { customInspectSymbol: kInspect } = require('internal/util');
const { isAnyArrayBuffer } = require('internal/util/types');
const { kClone, kPack } = require('internal/cloneable');
const { react } = require('internal/webstreams/outcome');

// Symbols and not private names: what inherits from a blob, or is a proxy for one, can be used as one.
const kBytes = Symbol('kHandle');
const kIsFile = Symbol('kIsFile');
const kLength = Symbol('kLength');
const kType = Symbol('kType');

function conversionError(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

function isBlob(value) {
  return value !== null && typeof value === 'object' && value[kBytes] !== undefined;
}

function check(value) {
  if (!isBlob(value)) throw new codes.ERR_INVALID_THIS('Blob');
  return value;
}

// What the constructor is given is read in the order of Node: its parts first, then the options.
class Blob {
  constructor(sources = [], options) {
    const parts = readParts(sources);
    const { type, isNative } = readOptions(options);
    const list = new PieceList();
    for (const part of parts) addPart(list, part, isNative);
    this[kBytes] = list.finish();
    this[kLength] = list.length;
    this[kType] = type;
  }

  get type() {
    return check(this)[kType];
  }

  get size() {
    return check(this)[kLength];
  }

  slice(start = 0, end = check(this)[kLength], type = '') {
    const bytes = check(this)[kBytes];
    const length = this[kLength];
    const from = placeIn(length, start, 'start');
    const to = Math.max(from, placeIn(length, end, 'end'));
    return makeBlob(Blob, bytes.slice(from, to), to - from, normalizeType(`${type}`));
  }

  arrayBuffer() {
    return isBlob(this) ? read(this) : rejectThis();
  }

  text() {
    return isBlob(this) ? react(read(this), decode) : rejectThis();
  }

  bytes() {
    return isBlob(this) ? react(read(this), toBytes) : rejectThis();
  }

  stream() {
    return require('internal/buffer/blob_reading').openStream(check(this)[kBytes]);
  }

  textStream() {
    return require('internal/buffer/blob_reading').openTextStream(check(this)[kBytes]);
  }

  [kInspect](depth, options) {
    return show(this, 'Blob', { size: this.size, type: this.type }, depth, options);
  }

  [kClone]() {
    if (this[kIsFile]) throw new codes.ERR_INVALID_STATE.TypeError('File-backed Blobs are not cloneable');
    return copyAs(Blob, this);
  }

  [kPack]() {
    return ['internal/buffer/blob', { bytes: this[kBytes].join(this[kLength]), type: this[kType] }];
  }
}

// One that has come from another thread.
function revive({ bytes, type }) {
  const list = new PieceList();
  addPart(list, bytes, false);
  return makeBlob(Blob, list.finish(), list.length, type);
}

// A blob with the bytes of a file, which are read when they are asked for.
function blobOfFile(path, type) {
  const piece = require('internal/buffer/file_piece').filePiece(path);
  const blob = makeBlob(Blob, bytesOfFile(piece), piece.length, type);
  blob[kIsFile] = true;
  return blob;
}

function read(blob) {
  return require('internal/buffer/blob_reading').readAll(blob[kBytes], blob[kLength]);
}

function decode(buffer) {
  const { TextDecoder } = require('internal/encoding');
  return Reflect.apply(TextDecoder.prototype.decode, new TextDecoder(), [buffer]);
}

function toBytes(buffer) {
  return new Uint8Array(buffer);
}

function rejectThis() {
  return Promise.reject(new codes.ERR_INVALID_THIS('Blob'));
}

function show(blob, name, fields, depth, options) {
  if (depth < 0) return blob;
  return `${name} ${require('internal/util/inspect').inspect(fields, deeper(options))}`;
}

function makeBlob(Class, bytes, length, type) {
  const blob = Object.create(Class.prototype);
  blob[kBytes] = bytes;
  blob[kLength] = length;
  blob[kType] = type;
  return blob;
}

// Another object with the same bytes.
function copyAs(Class, blob) {
  return makeBlob(Class, blob[kBytes], blob[kLength], blob[kType]);
}

// Texts are strings in the list that this returns; the rest is memory or blobs.
function readParts(sources) {
  if (sources === null || (typeof sources !== 'object' && typeof sources !== 'function') ||
      typeof sources[Symbol.iterator] !== 'function') {
    throw conversionError('Value cannot be converted to sequence.');
  }
  const parts = [];
  for (const part of sources) {
    if (typeof part === 'symbol') {
      throw conversionError(`Value[${parts.length}] is a Symbol and cannot be converted to a string.`);
    }
    const hasBytes = isAnyArrayBuffer(part) || ArrayBuffer.isView(part) || isBlob(part);
    parts.push(hasBytes ? part : `${part}`);
  }
  return parts;
}

function addPart(list, part, isNative) {
  if (typeof part === 'string') list.addText(isNative ? withNativeEndings(part) : part);
  else if (isBlob(part)) list.addAll(part[kBytes]);
  else list.addMemory(part);
}

// Lines end with LF on the systems that rondo runs on.
function withNativeEndings(text) {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
}

function readOptions(options) {
  if (options === undefined || options === null) return { type: '', isNative: false };
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'a dictionary', options);
  }
  const { endings: givenEndings = 'transparent', type: givenType = '' } = options;
  const endings = `${givenEndings}`;
  if (endings !== 'transparent' && endings !== 'native') {
    throw new codes.ERR_INVALID_ARG_VALUE('options.endings', endings);
  }
  return { type: normalizeType(`${givenType}`), isNative: endings === 'native' };
}

// A type is lower-case ASCII that can be printed; another is as good as none.
function normalizeType(type) {
  for (let i = 0; i < type.length; i++) {
    const code = type.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return '';
  }
  return type.toLowerCase();
}

// The place that slice() means: negative ones count from the end, halves go to the even neighbour.
function placeIn(length, given, name) {
  if (typeof given === 'bigint' || typeof given === 'symbol') {
    const kind = typeof given === 'bigint' ? 'BigInt' : 'Symbol';
    throw conversionError(`${name} is a ${kind} and cannot be converted to a number.`);
  }
  const place = roundHalfToEven(+given);
  return place < 0 ? Math.max(length + place, 0) : Math.min(place, length);
}

function roundHalfToEven(number) {
  if (Number.isNaN(number)) return 0;
  const below = Math.floor(number);
  const rest = number - below;
  if (rest === 0.5) return below % 2 === 0 ? below : below + 1;
  return rest > 0.5 ? below + 1 : below;
}

const kEnumerable = ['type', 'size', 'slice', 'arrayBuffer', 'text', 'bytes', 'stream', 'textStream'];
for (const name of kEnumerable) {
  Object.defineProperty(Blob.prototype, name, { __proto__: null, enumerable: true });
}
Object.defineProperty(Blob.prototype, Symbol.toStringTag, { __proto__: null, value: 'Blob', configurable: true });

module.exports = { Blob, blobOfFile, copyAs, isBlob, revive, show };
