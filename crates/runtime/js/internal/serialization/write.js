// Makes bytes of a value, in V8's format.
'use strict';

const { kindOf, kinds } = binding('clone');
const { Buffer } = require('buffer');
const { getExtraKeys } = require('internal/util/extra_keys');
const { notCloneable } = require('internal/messaging/clone_error');
const { errors, viewNumber } = require('internal/serialization/classes');
const tag = require('internal/serialization/tags');

const kFirstSize = 64;

// What a host object is, in its first number: a view, or something that Node takes for a plain object.
const kView = 0;

// What a message does with what V8 leaves to its host. `transfers` has the numbers of buffers that go another way.
const messageHost = {
  __proto__: null,
  transfers: undefined,
  writeView: writeMessageView,
  // Here, unlike elsewhere, these are plain errors.
  failure: (message) => new Error(message),
};

class ByteWriter {
  // The first bytes are left free, for whoever wants to say something before.
  constructor(free, host = messageHost) {
    this.host = host;
    this.bytes = new Uint8Array(kFirstSize);
    this.length = free;
    // The numbers of the objects that were met.
    this.numbers = new Map();
  }

  // Makes room for so many bytes more, and gives the place of the first.
  extend(count) {
    const at = this.length;
    this.length += count;
    if (this.length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(this.length, this.bytes.length * 2));
      grown.set(this.bytes);
      this.bytes = grown;
    }
    return at;
  }

  byte(value) {
    const at = this.extend(1);
    this.bytes[at] = value;
  }

  // A number of 32 bits, seven of them at a time.
  varint(value) {
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  double(value) {
    const at = this.extend(8);
    new DataView(this.bytes.buffer).setFloat64(at, value, true);
  }

  raw(bytes) {
    const at = this.extend(bytes.length);
    this.bytes.set(bytes, at);
  }
}

// The bytes of a value, after `free` bytes that are not written.
function serialize(value, free = 0) {
  const writer = new ByteWriter(free);
  writer.byte(tag.kVersionTag);
  writer.byte(tag.kVersion);
  writeValue(writer, value);
  return writer.bytes.subarray(0, writer.length);
}

function writeValue(writer, value) {
  switch (typeof value) {
    case 'undefined': return writer.byte(tag.kUndefined);
    case 'boolean': return writer.byte(value ? tag.kTrue : tag.kFalse);
    case 'number': return writeNumber(writer, value);
    case 'string': return writeString(writer, value);
    case 'bigint':
      writer.byte(tag.kBigInt);
      return writeBigInt(writer, value);
    case 'object':
      return value === null ? writer.byte(tag.kNull) : writeObject(writer, value);
    default:
      throw failure(writer, value);
  }
}

function failure(writer, value) {
  return writer.host.failure(notCloneable(value).message);
}

function writeNumber(writer, value) {
  if (value === (value | 0) && !Object.is(value, -0)) {
    writer.byte(tag.kInt32);
    writer.varint((value << 1) ^ (value >> 31));
  } else {
    writer.byte(tag.kDouble);
    writer.double(value);
  }
}

const beyondLatin1 = /[^\0-\xff]/;

function writeString(writer, text) {
  if (!beyondLatin1.test(text)) {
    writer.byte(tag.kOneByteString);
    writer.varint(text.length);
    const at = writer.extend(text.length);
    Buffer.prototype.latin1Write.call(writer.bytes, text, at, text.length);
    return;
  }
  const size = text.length * 2;
  // Its first unit has an even place, counted from where the format begins, which is at an even place here, too.
  const head = 1 + varintSize(size);
  if ((writer.length + head) % 2 === 1) writer.byte(tag.kPadding);
  writer.byte(tag.kTwoByteString);
  writer.varint(size);
  const at = writer.extend(size);
  Buffer.prototype.ucs2Write.call(writer.bytes, text, at, size);
}

function varintSize(value) {
  return value < 0x80 ? 1 : 1 + varintSize(value >>> 7);
}

// Twice the number of bytes, and whether it is negative; then words of 64 bits, the lowest first.
function writeBigInt(writer, value) {
  const words = [];
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n) words.push(BigInt.asUintN(64, rest));
  writer.varint((words.length * 16) | (value < 0n ? 1 : 0));
  for (let i = 0; i < words.length; i++) {
    const at = writer.extend(8);
    new DataView(writer.bytes.buffer).setBigUint64(at, words[i], true);
  }
}

function writeObject(writer, value) {
  const number = writer.numbers.get(value);
  if (number !== undefined) {
    writer.byte(tag.kReference);
    writer.varint(number);
    return;
  }
  const write = writers.get(kindOf(value));
  // A view may have its buffer before it.
  if (write === writers.get(kinds.view) && writer.host.writesBuffers) writeObject(writer, value.buffer);
  writer.numbers.set(value, writer.numbers.size);
  if (write === undefined) throw failure(writer, value);
  write(writer, value);
}

function writePlain(writer, value) {
  writer.byte(tag.kObject);
  const count = writeProperties(writer, value, Object.keys(value));
  writer.byte(tag.kObjectEnd);
  writer.varint(count);
}

function writeProperties(writer, value, keys) {
  let count = 0;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    // A getter may have removed it.
    if (!Object.hasOwn(value, key)) continue;
    const index = key >>> 0;
    if (`${index}` === key && index < 0x7fffffff) writeNumber(writer, index);
    else writeString(writer, key);
    writeValue(writer, value[key]);
    count++;
  }
  return count;
}

function writeArray(writer, value) {
  const { length } = value;
  const isDense = hasNoHoles(value);
  writer.byte(isDense ? tag.kDenseArray : tag.kSparseArray);
  writer.varint(length);
  if (isDense) for (let i = 0; i < length; i++) writeValue(writer, value[i]);
  const keys = isDense ? getExtraKeys(value, true).filter((key) => typeof key === 'string') : Object.keys(value);
  const count = writeProperties(writer, value, keys);
  writer.byte(isDense ? tag.kDenseArrayEnd : tag.kSparseArrayEnd);
  writer.varint(count);
  writer.varint(length);
}

function hasNoHoles(list) {
  for (let i = 0; i < list.length; i++) {
    if (list[i] === undefined && !Object.hasOwn(list, i)) return false;
  }
  return true;
}

// Collections are read whole before their items, whose getters may change them, are written.
function writeMap(writer, value) {
  const items = [];
  Map.prototype.forEach.call(value, (item, key) => items.push(key, item));
  writeItems(writer, items, tag.kMap, tag.kMapEnd);
}

function writeSet(writer, value) {
  const items = [];
  Set.prototype.forEach.call(value, (item) => items.push(item));
  writeItems(writer, items, tag.kSet, tag.kSetEnd);
}

function writeItems(writer, items, begin, end) {
  writer.byte(begin);
  for (let i = 0; i < items.length; i++) writeValue(writer, items[i]);
  writer.byte(end);
  writer.varint(items.length);
}

function writeError(writer, value) {
  const { name, stack } = value;
  writer.byte(tag.kError);
  const letter = errors.find((entry) => entry[1].name === name)?.[0];
  if (letter !== undefined) writer.byte(letter);
  const message = Object.getOwnPropertyDescriptor(value, 'message');
  if (message !== undefined && 'value' in message) writePart(writer, tag.kErrorMessage, `${message.value}`);
  if (typeof stack === 'string') writePart(writer, tag.kErrorStack, stack);
  if (Object.hasOwn(value, 'cause')) writePart(writer, tag.kErrorCause, value.cause);
  writer.byte(tag.kErrorEnd);
}

function writePart(writer, kind, value) {
  writer.byte(kind);
  writeValue(writer, value);
}

function writeBuffer(writer, value) {
  if (require('internal/util/types').isSharedArrayBuffer(value)) throw failure(writer, value);
  const transferred = writer.host.transfers?.get(value);
  if (transferred !== undefined) {
    writer.byte(tag.kArrayBufferTransfer);
    writer.varint(transferred);
    return;
  }
  if (value.detached) throw writer.host.failure('An ArrayBuffer is detached and could not be cloned.');
  writer.byte(tag.kArrayBuffer);
  writer.varint(value.byteLength);
  writer.raw(new Uint8Array(value));
}

function writeMessageView(writer, value) {
  writer.byte(tag.kHostObject);
  writer.varint(kView);
  writer.varint(viewNumber(value));
  writer.varint(value.byteLength);
  writer.raw(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
}

const writers = new Map([
  [kinds.plain, writePlain],
  [kinds.array, writeArray],
  [kinds.map, writeMap],
  [kinds.set, writeSet],
  [kinds.error, writeError],
  [kinds.buffer, writeBuffer],
  [kinds.view, (writer, value) => writer.host.writeView(writer, value)],
  [kinds.date, (writer, value) => {
    writer.byte(tag.kDate);
    writer.double(Date.prototype.getTime.call(value));
  }],
  [kinds.regexp, (writer, value) => {
    writer.byte(tag.kRegExp);
    writeString(writer, value.source);
    writer.varint(flagBits(value.flags));
  }],
  [kinds.number, (writer, value) => {
    writer.byte(tag.kNumberObject);
    writer.double(Number.prototype.valueOf.call(value));
  }],
  [kinds.string, (writer, value) => {
    writer.byte(tag.kStringObject);
    writeString(writer, String.prototype.valueOf.call(value));
  }],
  [kinds.boolean, (writer, value) => {
    writer.byte(Boolean.prototype.valueOf.call(value) ? tag.kTrueObject : tag.kFalseObject);
  }],
  [kinds.bigint, (writer, value) => {
    writer.byte(tag.kBigIntObject);
    writeBigInt(writer, BigInt.prototype.valueOf.call(value));
  }],
]);

// The flags of regular expressions by the number of their bit.
const kFlags = 'gimyus_dv';

function flagBits(flags) {
  let bits = 0;
  for (let i = 0; i < flags.length; i++) bits |= 1 << kFlags.indexOf(flags[i]);
  return bits;
}

module.exports = { ByteWriter, kFlags, serialize, writeValue };
