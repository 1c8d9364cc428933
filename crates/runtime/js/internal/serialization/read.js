// Makes a value of bytes in V8's format. They may be anything: what makes no sense is an error.
'use strict';

const { Buffer } = require('buffer');
const { errors, makeView, viewByLetter } = require('internal/serialization/classes');
const tag = require('internal/serialization/tags');
const { kFlags } = require('internal/serialization/write');

const messageHost = { __proto__: null, transfers: undefined, readObject: readMessageObject };

class ByteReader {
  constructor(bytes, host = messageHost) {
    this.host = host;
    this.version = 0;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    // The objects so far, by their numbers.
    this.objects = [];
  }

  byte() {
    if (this.at >= this.bytes.length) throw malformed();
    return this.bytes[this.at++];
  }

  // The tag that comes, which stays to be read.
  peek() {
    while (this.bytes[this.at] === tag.kPadding) this.at++;
    return this.bytes[this.at];
  }

  tag() {
    this.peek();
    return this.byte();
  }

  varint() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  // The place of so many bytes, which are read.
  skip(count) {
    const at = this.at;
    if (count > this.bytes.length - at) throw malformed();
    this.at += count;
    return at;
  }

  double() {
    return this.view.getFloat64(this.skip(8), true);
  }

  copy(count) {
    const at = this.skip(count);
    const bytes = new Uint8Array(count);
    bytes.set(this.bytes.subarray(at, at + count));
    return bytes;
  }

  keep(object) {
    this.objects.push(object);
    return object;
  }
}

function malformed() {
  return new Error('Unable to deserialize cloned data.');
}

// The value that all of the bytes stand for.
function deserialize(bytes) {
  const reader = new ByteReader(bytes);
  readHeader(reader);
  return readValue(reader);
}

function readHeader(reader) {
  if (reader.peek() === tag.kVersionTag) {
    reader.byte();
    reader.version = reader.varint();
    if (reader.version <= tag.kVersion) return;
  }
  throw new Error('Unable to deserialize cloned data due to invalid or unsupported version.');
}

function readValue(reader) {
  const kind = reader.tag();
  const read = readers.get(kind);
  if (read === undefined) throw malformed();
  return read(reader, kind);
}

function readString(reader, kind) {
  const size = reader.varint();
  const at = reader.skip(size);
  switch (kind) {
    case tag.kOneByteString: return Buffer.prototype.latin1Slice.call(reader.bytes, at, at + size);
    case tag.kTwoByteString: return Buffer.prototype.ucs2Slice.call(reader.bytes, at, at + size);
    default: return Buffer.prototype.utf8Slice.call(reader.bytes, at, at + size);
  }
}

function readBigInt(reader) {
  const head = reader.varint();
  let value = 0n;
  const at = reader.skip(head >>> 1);
  for (let i = (head >>> 1) - 1; i >= 0; i--) value = (value << 8n) | BigInt(reader.bytes[at + i]);
  return head & 1 ? -value : value;
}

// Keys and values until the tag that ends them; how many there were.
function readProperties(reader, object, end) {
  let count = 0;
  while (reader.peek() !== end) {
    const key = readValue(reader);
    if (typeof key !== 'string' && typeof key !== 'number') throw malformed();
    const value = readValue(reader);
    Object.defineProperty(
      object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    count++;
  }
  reader.byte();
  if (reader.varint() !== count) throw malformed();
  return object;
}

function readDenseArray(reader) {
  const length = reader.varint();
  // Each item is a byte at least.
  if (length > reader.bytes.length - reader.at) throw malformed();
  const list = reader.keep([]);
  for (let i = 0; i < length; i++) {
    if (reader.peek() === tag.kHole) reader.byte();
    else list[i] = readValue(reader);
  }
  list.length = length;
  readProperties(reader, list, tag.kDenseArrayEnd);
  if (reader.varint() !== length) throw malformed();
  return list;
}

function readSparseArray(reader) {
  const length = reader.varint();
  const list = reader.keep([]);
  list.length = length;
  readProperties(reader, list, tag.kSparseArrayEnd);
  if (reader.varint() !== length) throw malformed();
  return list;
}

function readMap(reader) {
  const map = reader.keep(Reflect.construct(Map, []));
  let count = 0;
  while (reader.peek() !== tag.kMapEnd) {
    const key = readValue(reader);
    Map.prototype.set.call(map, key, readValue(reader));
    count += 2;
  }
  reader.byte();
  if (reader.varint() !== count) throw malformed();
  return map;
}

function readSet(reader) {
  const set = reader.keep(Reflect.construct(Set, []));
  let count = 0;
  while (reader.peek() !== tag.kSetEnd) {
    Set.prototype.add.call(set, readValue(reader));
    count++;
  }
  reader.byte();
  if (reader.varint() !== count) throw malformed();
  return set;
}

function readRegExp(reader) {
  const source = readValue(reader);
  const bits = reader.varint();
  if (typeof source !== 'string' || bits >>> kFlags.length !== 0) throw malformed();
  let flags = '';
  for (let i = 0; i < kFlags.length; i++) if (bits & (1 << i)) flags += kFlags[i];
  return reader.keep(new RegExp(source, flags));
}

function readError(reader) {
  const number = reader.objects.length;
  reader.keep(undefined);
  const found = errors.find((entry) => entry[0] === reader.peek());
  if (found !== undefined) reader.byte();
  const Class = found?.[1] ?? Error;
  const error = Reflect.construct(Class, []);
  reader.objects[number] = error;
  for (let part = reader.byte(); part !== tag.kErrorEnd; part = reader.byte()) {
    const name = errorParts.get(part);
    if (name === undefined) throw malformed();
    const value = readValue(reader);
    Object.defineProperty(error, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  }
  return error;
}

const errorParts = new Map([
  [tag.kErrorMessage, 'message'], [tag.kErrorCause, 'cause'], [tag.kErrorStack, 'stack'],
]);

// A buffer, or the view of it that follows.
function readBuffer(reader, buffer) {
  if (reader.peek() !== tag.kView) return buffer;
  reader.byte();
  const letter = reader.byte();
  const offset = reader.varint();
  const length = reader.varint();
  if (reader.version >= kFirstWithFlags) reader.varint();
  const view = viewByLetter(letter, buffer, offset, length);
  if (view === undefined) throw malformed();
  return reader.keep(view);
}

const kFirstWithFlags = 14;

// A view, or an object of the host's that went as a plain one.
function readHostObject(reader) {
  const number = reader.objects.length;
  reader.keep(undefined);
  const object = reader.host.readObject(reader);
  if (object === undefined) throw malformed();
  reader.objects[number] = object;
  return object;
}

function readMessageObject(reader) {
  if (reader.varint() !== 0) return readValue(reader);
  const kind = reader.varint();
  return makeView(kind, reader.copy(reader.varint()));
}

function readReference(reader) {
  const object = reader.objects[reader.varint()];
  if (object === undefined) throw malformed();
  return object instanceof ArrayBuffer ? readBuffer(reader, object) : object;
}

function readTransferred(reader) {
  const buffer = reader.host.transfers?.get(reader.varint());
  if (buffer === undefined) throw malformed();
  return readBuffer(reader, reader.keep(buffer));
}

const readers = new Map([
  [tag.kUndefined, () => undefined],
  [tag.kNull, () => null],
  [tag.kTrue, () => true],
  [tag.kFalse, () => false],
  [tag.kInt32, (reader) => {
    const bits = reader.varint();
    return (bits >>> 1) ^ -(bits & 1);
  }],
  [tag.kUint32, (reader) => reader.varint()],
  [tag.kDouble, (reader) => reader.double()],
  [tag.kBigInt, readBigInt],
  [tag.kUtf8String, readString],
  [tag.kOneByteString, readString],
  [tag.kTwoByteString, readString],
  [tag.kReference, readReference],
  [tag.kObject, (reader) => readProperties(reader, reader.keep({}), tag.kObjectEnd)],
  [tag.kDenseArray, readDenseArray],
  [tag.kSparseArray, readSparseArray],
  [tag.kDate, (reader) => reader.keep(new Date(reader.double()))],
  [tag.kTrueObject, (reader) => reader.keep(Object(true))],
  [tag.kFalseObject, (reader) => reader.keep(Object(false))],
  [tag.kNumberObject, (reader) => reader.keep(Object(reader.double()))],
  [tag.kBigIntObject, (reader) => reader.keep(Object(readBigInt(reader)))],
  [tag.kStringObject, (reader) => reader.keep(Object(`${readValue(reader)}`))],
  [tag.kRegExp, readRegExp],
  [tag.kMap, readMap],
  [tag.kSet, readSet],
  [tag.kArrayBuffer, (reader) => readBuffer(reader, reader.keep(reader.copy(reader.varint()).buffer))],
  [tag.kArrayBufferTransfer, readTransferred],
  [tag.kHostObject, readHostObject],
  [tag.kError, readError],
]);

module.exports = { ByteReader, deserialize, readHeader, readValue };
