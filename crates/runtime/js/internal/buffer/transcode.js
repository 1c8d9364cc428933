// buffer.transcode: text from one encoding to another.
'use strict';

const native = binding('buffer');
const { isUint8Array, FastBuffer } = require('internal/buffer/fast_buffer');
const { codecOf, ascii, latin1, utf16le, utf8 } = require('internal/buffer/codecs');
const { fromString } = require('internal/buffer/create');

const QUESTION_MARK = 0x3f;

function transcode(source, fromEncoding, toEncoding) {
  if (!isUint8Array(source)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  }
  if (source.length === 0) return new FastBuffer(0);
  const from = textCodec(fromEncoding);
  const to = textCodec(toEncoding);
  const text = decode(source, from, to);
  return to === latin1 || to === ascii ? encodeSingleByte(text, to) : fromString(text, to.name);
}

function textCodec(encoding) {
  const codec = encoding ? codecOf(encoding) : utf8;
  if (codec === utf8 || codec === utf16le || codec === latin1 || codec === ascii) return codec;
  throw transcodeError('U_ILLEGAL_ARGUMENT_ERROR', 1);
}

function transcodeError(code, errno) {
  return Object.assign(new Error(`Unable to transcode Buffer [${code}]`), { code, errno });
}

function decode(source, from, to) {
  if (from === ascii) return latin1.decode(source, 0, source.length).replace(/[\x80-\xff]/g, '\ufffd');
  const text = from.decode(source, 0, source.length);
  const isStrict = (from === utf8 && to === utf16le && !native.isUtf8(source)) ||
    (from === utf16le && to === utf8 && !text.isWellFormed());
  if (isStrict) throw transcodeError('U_INVALID_CHAR_FOUND', 10);
  return text;
}

// What the encoding does not have becomes a question mark.
function encodeSingleByte(text, to) {
  const last = to === ascii ? 0x7f : 0xff;
  const bytes = [];
  for (const character of text) {
    const code = character.codePointAt(0);
    bytes.push(code > last ? QUESTION_MARK : code);
  }
  return FastBuffer.from(bytes);
}

module.exports = { transcode };
