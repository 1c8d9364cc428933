// The encodings of text by numbers, as the binding knows them, and what it gives made into what a script wants.
'use strict';

const { codecOf } = require('internal/buffer/codecs');
const { asBuffer } = require('internal/buffer/fast_buffer');
require('buffer');
const { validateEncoding } = require('internal/validators');

const kBytes = 0;
const kNumbers = {
  __proto__: null, utf8: 1, utf16le: 2, latin1: 3, ascii: 3, hex: 4, base64: 5, base64url: 6,
};
// Text of these is made by the binding.
const kFirstOfBinding = 4;

// What text in an encoding stands for. A name that is none means UTF-8.
function inputEncoding(encoding) {
  if (encoding === undefined || encoding === 'utf8') return 1;
  const codec = codecOf(encoding);
  return codec === undefined ? 1 : kNumbers[codec.name];
}

// The same for data that goes to an update(): text, or a view, whose encoding nobody asks for.
function dataEncoding(data, encoding) {
  if (typeof data === 'string') {
    if (encoding !== undefined) validateEncoding(data, encoding);
    return inputEncoding(encoding);
  }
  if (ArrayBuffer.isView(data)) return kBytes;
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
  throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

// What the binding is asked for: bytes, or text of an encoding that it makes itself.
function outputEncoding(encoding) {
  switch (encoding) {
    case 'hex': return 4;
    case 'base64': return 5;
    case undefined: case null: case 'buffer': return kBytes;
    default: {
      const codec = codecOf(encoding);
      if (codec === undefined) return kBytes;
      const number = kNumbers[codec.name];
      return number >= kFirstOfBinding || codec.name === 'latin1' ? number : kBytes;
    }
  }
}

// What came: text as it was asked for, or bytes, which become a Buffer or text of the other encodings.
function output(value, encoding) {
  if (typeof value === 'string') return value;
  const buffer = asBuffer(value);
  if (encoding === undefined || encoding === null || encoding === 'buffer') return buffer;
  const codec = codecOf(encoding);
  return codec === undefined ? buffer : codec.decode(buffer, 0, buffer.length);
}

module.exports = { asBuffer, dataEncoding, inputEncoding, output, outputEncoding };
