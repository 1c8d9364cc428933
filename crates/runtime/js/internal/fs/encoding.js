// Which texts the binding makes itself, and how to make the others from its bytes.
'use strict';

// What the binding is asked for: an ArrayBuffer, or a string of one of these encodings.
const BYTES = 0;
const UTF8 = 1;
const LATIN1 = 2;

// For the contents of files: no encoding, or one unknown to the binding, asks for bytes.
function bindingEncoding(encoding) {
  switch (encoding) {
    case 'utf8':
    case 'utf-8':
    case 'UTF-8':
    case 'UTF8':
      return UTF8;
    case 'latin1':
    case 'binary':
      return LATIN1;
    default:
      return BYTES;
  }
}

// For names and paths: no encoding means UTF-8.
function bindingNameEncoding(encoding) {
  return encoding ? bindingEncoding(encoding) : UTF8;
}

// Buffers are loaded with the first one that is needed.
let FastBuffer;
function loadFastBuffer() {
  require('buffer');
  return FastBuffer = require('internal/buffer/fast_buffer').FastBuffer;
}

// The contents of a file, when bytes came: a Buffer, or a string of an encoding unknown to the binding.
function decodeBytes(bytes, encoding) {
  const buffer = new (FastBuffer ?? loadFastBuffer())(bytes);
  return encoding ? buffer.toString(encoding) : buffer;
}

// The same for a name, which came as a string or as bytes.
function decodeName(name, encoding) {
  if (typeof name === 'string') return name;
  return decodeBytes(name, encoding === 'buffer' ? undefined : encoding);
}

module.exports = { BYTES, UTF8, bindingEncoding, bindingNameEncoding, decodeBytes, decodeName };
