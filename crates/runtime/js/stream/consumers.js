// stream/consumers: all that a stream, or another async iterable, yields as one value.
'use strict';

async function blob(stream) {
  const { Blob } = require('buffer');
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Blob(chunks);
}

async function arrayBuffer(stream) {
  return (await bytes(stream)).buffer;
}

async function buffer(stream) {
  const { Buffer } = require('buffer');
  return Buffer.from(await arrayBuffer(stream));
}

async function bytes(stream) {
  const parts = [];
  let length = 0;
  for await (const chunk of stream) {
    const part = toBytes(chunk);
    length += part.length;
    parts.push(part);
  }
  const all = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

// What is neither bytes nor text counts as text, as it does for a Blob.
function toBytes(chunk) {
  if (ArrayBuffer.isView(chunk)) {
    return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  const { isAnyArrayBuffer } = require('internal/util/types');
  if (isAnyArrayBuffer(chunk)) return new Uint8Array(chunk);
  return new (require('internal/encoding').TextEncoder)().encode(`${chunk}`);
}

async function text(stream) {
  const decoder = new (require('internal/encoding').TextDecoder)();
  let result = '';
  for await (const chunk of stream) {
    result += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  // Bytes of a character that was cut off.
  return result + decoder.decode(undefined, { stream: false });
}

async function json(stream) {
  return JSON.parse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, text, json };
