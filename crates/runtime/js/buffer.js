// The module `buffer`: class Buffer, put together from internal/buffer, and what goes with it.
'use strict';

const {
  FastBuffer,
  checkSize,
  isAnyArrayBuffer,
  isUint8Array,
  kMaxLength,
  kStringMaxLength,
  makeZeroed,
} = require('internal/buffer/fast_buffer');
const pool = require('internal/buffer/pool');
const create = require('internal/buffer/create');
const { codecOf, utf8 } = require('internal/buffer/codecs');
const { toString, write } = require('internal/buffer/text_methods');

function Buffer(value, encodingOrOffset, length) {
  require('internal/buffer/deprecated').warnOfConstructor(Buffer);
  if (typeof value !== 'number') return create.from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset === 'string') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('string', 'string', value);
  }
  return alloc(value);
}

function alloc(size, fill, encoding) {
  checkSize(size);
  const buffer = makeZeroed(size);
  if (fill === undefined || fill === 0 || size === 0) return buffer;
  return require('internal/buffer/byte_methods').fill.call(buffer, fill, 0, buffer.length, encoding);
}

function isBuffer(value) {
  return value instanceof Buffer;
}

function isEncoding(encoding) {
  return typeof encoding === 'string' && encoding.length !== 0 && codecOf(encoding) !== undefined;
}

function byteLength(string, encoding) {
  if (typeof string === 'string') {
    if (string.length === 0) return 0;
    return (encoding ? codecOf(encoding) ?? utf8 : utf8).byteLength(string);
  }
  if (ArrayBuffer.isView(string) || isAnyArrayBuffer(string)) return string.byteLength;
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
}

let compareBytes; // of a file that many scripts do not need

function compare(buf1, buf2) {
  checkBytes(buf1, 'buf1');
  checkBytes(buf2, 'buf2');
  if (buf1 === buf2) return 0;
  compareBytes ??= require('internal/buffer/byte_methods').compareBytes;
  return compareBytes(buf1, 0, buf1.length, buf2, 0, buf2.length);
}

function checkBytes(value, name) {
  if (isUint8Array(value)) return;
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
}

Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.poolSize = 65536;
Buffer.from = create.from;
Buffer.copyBytesFrom = create.copyBytesFrom;
Buffer.of = create.of;
Buffer.alloc = alloc;
Buffer.allocUnsafe = pool.allocUnsafe;
Buffer.allocUnsafeSlow = pool.allocUnsafeSlow;
Buffer.isBuffer = isBuffer;
Buffer.compare = compare;
Buffer.isEncoding = isEncoding;
Buffer.concat = create.concat;
Buffer.byteLength = byteLength;
Object.defineProperty(Buffer, Symbol.species, {
  get: () => FastBuffer,
  enumerable: false,
  configurable: true,
});
pool.setOwner(Buffer);

Buffer.prototype = FastBuffer.prototype;
Object.defineProperty(Buffer.prototype, 'constructor', {
  value: Buffer,
  enumerable: false,
  writable: true,
  configurable: true,
});
// Puts methods on the prototype that are loaded with the first call of one of them: a script that
// makes a few Buffers should not pay for all that can be done with them.
function defineLazyMethods(file, names) {
  const { prototype } = Buffer;
  const stubs = new Map();
  const load = () => {
    const methods = require(file);
    for (const [name, stub] of stubs) {
      // (Unless the script has put a method of its own there.)
      if (prototype[name] === stub) prototype[name] = methods[name];
    }
    stubs.clear();
    return methods;
  };
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    // readUint8 and its like are second names of the same methods.
    const stub = stubs.get(name.replace('Uint', 'UInt')) ??
      { [name](...args) { return load()[name].apply(this, args); } }[name];
    stubs.set(name, stub);
    prototype[name] = stub;
  }
}

defineLazyMethods('internal/buffer/read_numbers', [
  'readBigUInt64LE', 'readBigUInt64BE', 'readBigUint64LE', 'readBigUint64BE', 'readBigInt64LE',
  'readBigInt64BE',
]);
defineLazyMethods('internal/buffer/write_numbers', [
  'writeBigUInt64LE', 'writeBigUInt64BE', 'writeBigUint64LE', 'writeBigUint64BE', 'writeBigInt64LE',
  'writeBigInt64BE',
]);
defineLazyMethods('internal/buffer/read_numbers', [
  'readUIntLE', 'readUInt32LE', 'readUInt16LE', 'readUInt8', 'readUIntBE', 'readUInt32BE',
  'readUInt16BE', 'readUintLE', 'readUint32LE', 'readUint16LE', 'readUint8', 'readUintBE',
  'readUint32BE', 'readUint16BE', 'readIntLE', 'readInt32LE', 'readInt16LE', 'readInt8',
  'readIntBE', 'readInt32BE', 'readInt16BE',
]);
defineLazyMethods('internal/buffer/write_numbers', [
  'writeUIntLE', 'writeUInt32LE', 'writeUInt16LE', 'writeUInt8', 'writeUIntBE', 'writeUInt32BE',
  'writeUInt16BE', 'writeUintLE', 'writeUint32LE', 'writeUint16LE', 'writeUint8', 'writeUintBE',
  'writeUint32BE', 'writeUint16BE', 'writeIntLE', 'writeInt32LE', 'writeInt16LE', 'writeInt8',
  'writeIntBE', 'writeInt32BE', 'writeInt16BE',
]);
defineLazyMethods('internal/buffer/read_numbers', [
  'readFloatLE', 'readFloatBE', 'readDoubleLE', 'readDoubleBE',
]);
defineLazyMethods('internal/buffer/write_numbers', [
  'writeFloatLE', 'writeFloatBE', 'writeDoubleLE', 'writeDoubleBE',
]);
defineLazyMethods('internal/buffer/encoding_methods', [
  'asciiSlice', 'base64Slice', 'base64urlSlice', 'latin1Slice', 'hexSlice', 'ucs2Slice', 'utf8Slice',
  'asciiWrite', 'base64Write', 'base64urlWrite', 'latin1Write', 'hexWrite', 'ucs2Write', 'utf8Write',
]);
Object.defineProperties(Buffer.prototype, {
  parent: {
    get() {
      return this instanceof Buffer && this !== Buffer.prototype ? this.buffer : undefined;
    },
    enumerable: true,
  },
  offset: {
    get() {
      return this instanceof Buffer && this !== Buffer.prototype ? this.byteOffset : undefined;
    },
    enumerable: true,
  },
});
Buffer.prototype.toString = toString;
Buffer.prototype.inspect = inspect;
defineLazyMethods('internal/buffer/byte_methods', [
  'copy', 'equals', 'compare', 'fill', 'toJSON', 'subarray', 'slice', 'swap16', 'swap32', 'swap64',
]);
defineLazyMethods('internal/buffer/search', ['indexOf', 'lastIndexOf', 'includes']);
Buffer.prototype.write = write;
Buffer.prototype.toLocaleString = toString;
Buffer.prototype[Symbol.for('nodejs.util.inspect.custom')] = inspect;

function inspect(recurseTimes, context) {
  return require('internal/buffer/inspect').inspect.call(this, recurseTimes, context);
}

function transcode(source, fromEncoding, toEncoding) {
  return require('internal/buffer/transcode').transcode(source, fromEncoding, toEncoding);
}

function isUtf8(input) {
  return require('internal/buffer/check_text').isUtf8(input);
}

function isAscii(input) {
  return require('internal/buffer/check_text').isAscii(input);
}

module.exports = {
  Buffer,
  transcode,
  isUtf8,
  isAscii,
  kMaxLength,
  kStringMaxLength,
};

// A property whose value is in a file that is loaded when a script first asks for it.
function defineLazily(name, file) {
  function define(value) {
    const attributes = { value, enumerable: true, writable: true, configurable: true };
    Object.defineProperty(module.exports, name, attributes);
  }
  Object.defineProperty(module.exports, name, {
    get() {
      define(require(file)[name]);
      return module.exports[name];
    },
    set: define,
    enumerable: true,
    configurable: true,
  });
}

defineLazily('btoa', 'internal/buffer/base64_globals');
defineLazily('atob', 'internal/buffer/base64_globals');
Object.defineProperties(module.exports, {
  constants: {
    value: Object.defineProperties({}, {
      MAX_LENGTH: { value: kMaxLength, enumerable: true },
      MAX_STRING_LENGTH: { value: kStringMaxLength, enumerable: true },
    }),
    enumerable: true,
  },
  INSPECT_MAX_BYTES: {
    get: () => require('internal/buffer/inspect').getMaxBytes(),
    set: (value) => require('internal/buffer/inspect').setMaxBytes(value),
    enumerable: true,
    configurable: true,
  },
});
defineLazily('Blob', 'internal/buffer/blob');
defineLazily('resolveObjectURL', 'internal/buffer/object_urls');
defineLazily('File', 'internal/buffer/file');
