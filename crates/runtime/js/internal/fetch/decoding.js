// The bodies of answers that were compressed: https://www.rfc-editor.org/rfc/rfc9110#section-8.4
'use strict';

const kMostCodings = 5;

// Some servers send the bare format under the name 'deflate'. The first byte tells: with a header, its low half is 8.
function inflateEither(options) {
  const { Transform } = require('stream');
  const zlib = require('zlib');
  let inner = null;
  let proceed = null;

  function open(stream, first) {
    inner = (first & 0x0f) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options);
    inner.on('data', (chunk) => {
      if (!stream.push(chunk)) inner.pause();
    });
    inner.on('error', (error) => stream.destroy(error));
    inner.on('end', () => proceed?.());
  }

  return new Transform({
    transform(chunk, _encoding, callback) {
      if (inner === null) open(this, chunk[0]);
      inner.write(chunk, callback);
    },
    flush(callback) {
      if (inner === null) return callback();
      proceed = callback;
      inner.end();
    },
    read() {
      inner?.resume();
      Transform.prototype._read.call(this);
    },
    destroy(error, callback) {
      inner?.destroy();
      callback(error);
    },
  });
}

// What was cut short is given as far as it goes.
function decoderOf(coding) {
  const zlib = require('zlib');
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const options = { __proto__: null, flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(options);
    case 'deflate':
      return inflateEither(options);
    case 'br':
      return zlib.createBrotliDecompress({ __proto__: null, flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return zlib.createZstdDecompress();
    default:
      return null;
  }
}

// The stream to read in place of `answer`: itself if nothing is to be unpacked, or one of the codings is not known.
function decoded(answer, codingField) {
  if (codingField === null || codingField === '') return answer;
  const codings = codingField.toLowerCase().split(',');
  if (codings.length > kMostCodings) {
    throw new Error(`too many content-encodings in response: ${codings.length}, maximum allowed is ${kMostCodings}`);
  }
  const decoders = [];
  for (let i = codings.length - 1; i >= 0; i--) {
    const decoder = decoderOf(codings[i].trim());
    if (decoder === null) {
      for (const made of decoders) made.destroy();
      return answer;
    }
    decoders.push(decoder);
  }
  // Who reads the last of them hears of errors.
  require('stream').pipeline([answer, ...decoders], () => {});
  return decoders.at(-1);
}

module.exports = { decoded };
