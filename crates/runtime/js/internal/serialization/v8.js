// v8.Serializer, Deserializer and their default forms: values as bytes in V8's format, with what scripts add to it.
'use strict';

const { Buffer } = require('buffer');
const { ByteReader, readHeader, readValue } = require('internal/serialization/read');
const { ByteWriter, writeValue } = require('internal/serialization/write');
const { codes } = require('internal/errors');
const { makeView, viewLetter, viewNumber } = require('internal/serialization/classes');
const tag = require('internal/serialization/tags');

function bytesOf(source, name) {
  if (!ArrayBuffer.isView(source)) {
    const error = new TypeError(`${name} must be a TypedArray or a DataView`);
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

// Numbers of 64 bits are two of 32; seven bits at a time are written, the lowest first.
function writeLong(writer, high, low) {
  let rest = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  for (; rest > 0x7fn; rest >>= 7n) writer.byte(Number(rest & 0x7fn) | 0x80);
  writer.byte(Number(rest));
}

function readLong(reader) {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.byte();
    if (shift < 64n) value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return [Number((value >> 32n) & 0xffffffffn), Number(value & 0xffffffffn)];
}

class BytesOfValues {
  #writer;
  #host;

  constructor() {
    this.#host = {
      __proto__: null,
      transfers: new Map(),
      writesBuffers: true,
      writeView,
      failure: (message) => Reflect.apply(this._getDataCloneError, this, [message]),
    };
    this.#writer = new ByteWriter(0, this.#host);
  }

  writeHeader() {
    this.#writer.byte(tag.kVersionTag);
    this.#writer.byte(tag.kVersion);
  }

  writeValue(value) {
    writeValue(this.#writer, value);
    return true;
  }

  releaseBuffer() {
    const { bytes, length } = this.#writer;
    this.#writer = new ByteWriter(0, this.#host);
    // Its memory ends where it ends.
    return Buffer.from(bytes.buffer.slice(0, length));
  }

  transferArrayBuffer(id, arrayBuffer) {
    this.#host.transfers.set(arrayBuffer, id >>> 0);
  }

  writeUint32(value) {
    this.#writer.varint(value);
  }

  writeUint64(high, low) {
    writeLong(this.#writer, high, low);
  }

  writeDouble(value) {
    this.#writer.double(value);
  }

  writeRawBytes(source) {
    this.#writer.raw(bytesOf(source, 'source'));
  }

  // Views are then written by _writeHostObject().
  _setTreatArrayBufferViewsAsHostObjects(flag) {
    this.#host.writesBuffers = !flag;
    this.#host.writeView = flag ? (writer, view) => {
      writer.byte(tag.kHostObject);
      this._writeHostObject(view);
    } : writeView;
  }
}

// V8's own form; the buffer was written before.
function writeView(writer, view) {
  writer.byte(tag.kView);
  writer.byte(viewLetter(view));
  writer.varint(view.byteOffset);
  writer.varint(view.byteLength);
  writer.varint(0);
}

class ValuesOfBytes {
  #reader;
  #host;

  constructor(buffer) {
    const bytes = bytesOf(buffer, 'buffer');
    this.buffer = buffer;
    this.#host = {
      __proto__: null,
      transfers: new Map(),
      readObject: () => {
        if (typeof this._readHostObject !== 'function') throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_readHostObject()');
        return this._readHostObject();
      },
    };
    this.#reader = new ByteReader(bytes, this.#host);
  }

  #take(name, take) {
    const { at } = this.#reader;
    try {
      return take(this.#reader);
    } catch {
      this.#reader.at = at;
      throw new Error(`${name}() failed`);
    }
  }

  readHeader() {
    readHeader(this.#reader);
    return true;
  }

  readValue() {
    return readValue(this.#reader);
  }

  getWireFormatVersion() {
    return this.#reader.version;
  }

  transferArrayBuffer(id, arrayBuffer) {
    this.#host.transfers.set(id >>> 0, arrayBuffer);
  }

  readUint32() {
    return this.#take('ReadUint32', (reader) => reader.varint());
  }

  readUint64() {
    return this.#take('ReadUint64', readLong);
  }

  readDouble() {
    return this.#take('ReadDouble', (reader) => reader.double());
  }

  readRawBytes(length) {
    return this.#take('ReadRawBytes', (reader) => {
      const at = reader.skip(length);
      return Buffer.from(reader.bytes.buffer, reader.bytes.byteOffset + at, length);
    });
  }
}

function callRequired(name) {
  const error = new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
  error.code = 'ERR_CONSTRUCT_CALL_REQUIRED';
  return error;
}

// Without `new` they fail in Node's words.
function callable(Class, name) {
  const Public = {
    [name]: function(...args) {
      if (new.target === undefined) throw callRequired(name);
      return Reflect.construct(Class, args, new.target);
    },
  }[name];
  Public.prototype = Class.prototype;
  Object.defineProperty(Class.prototype, 'constructor',
                        { __proto__: null, value: Public, writable: true, configurable: true });
  return Public;
}

const Serializer = callable(BytesOfValues, 'Serializer');
const Deserializer = callable(ValuesOfBytes, 'Deserializer');

Serializer.prototype._getDataCloneError = Error;

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  _writeHostObject(view) {
    this.writeUint32(viewNumber(view));
    this.writeUint32(view.byteLength);
    this.writeRawBytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  }
}

class DefaultDeserializer extends Deserializer {
  _readHostObject() {
    const number = this.readUint32();
    return makeView(number, this.readRawBytes(this.readUint32()));
  }
}

function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

module.exports = { DefaultDeserializer, DefaultSerializer, Deserializer, Serializer, deserialize, serialize };
