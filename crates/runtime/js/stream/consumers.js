// stream/consumers: all that a stream, or another async iterable, yields as one value.
'use strict';

// All chunks, each as `convert` makes it.
async function gather(stream, convert) {
  const parts = [];
  for await (const chunk of stream) parts.push(convert(chunk));
  return parts;
}

function unchanged(chunk) {
  return chunk;
}

async function blob(stream) {
  const { Blob } = require('buffer');
  return new Blob(await gather(stream, unchanged));
}

async function bytes(stream) {
  const parts = await gather(stream, toBytes);
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
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
  const { TextEncoder } = require('internal/encoding');
  return new TextEncoder().encode(`${chunk}`);
}

async function arrayBuffer(stream) {
  return (await bytes(stream)).buffer;
}

async function buffer(stream) {
  const { Buffer } = require('buffer');
  return Buffer.from(await arrayBuffer(stream));
}

async function text(stream) {
  const { TextDecoder } = require('internal/encoding');
  const decoder = new TextDecoder();
  const pieces = await gather(stream, (chunk) => {
    return typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  });
  // The last piece: bytes of a character that was cut off.
  pieces.push(decoder.decode());
  return pieces.join('');
}

async function json(stream) {
  return JSON.parse(await text(stream));
}

module.exports = { arrayBuffer, blob, buffer, bytes, text, json };
