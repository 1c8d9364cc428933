// The chunks of a readable side that were pushed and not read yet: `state.buffer` from
// `state.bufferIndex` on; `state.length` is their size together.
'use strict';

const { Buffer } = require('buffer');
const { OBJECT_MODE } = require('internal/streams/state');
const { HAS_DECODER } = require('internal/streams/readable_bits');

// The array drops the slots of chunks that were taken once there are as many.
const MAX_TAKEN_SLOTS = 1024;

function sizeOf(state, chunk) {
  return (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
}

function append(state, chunk) {
  state.length += sizeOf(state, chunk);
  state.buffer.push(chunk);
}

function prepend(state, chunk) {
  state.length += sizeOf(state, chunk);
  if (state.bufferIndex > 0) state.buffer[--state.bufferIndex] = chunk;
  else state.buffer.unshift(chunk);
}

function replaceAll(state, chunks, length) {
  state.buffer = chunks;
  state.bufferIndex = 0;
  state.length = length;
}

// The first chunk (there is one), whatever its size.
function takeFirst(state) {
  const { buffer, bufferIndex } = state;
  const chunk = buffer[bufferIndex];
  state.length -= (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  if (buffer.length === 1) {
    // (Much cheaper than to set the array's length.)
    buffer.pop();
  } else if (bufferIndex < MAX_TAKEN_SLOTS && bufferIndex + 1 < buffer.length) {
    buffer[bufferIndex] = null;
    state.bufferIndex = bufferIndex + 1;
  } else {
    dropSlots(state, 1);
  }
  return chunk;
}

// `size` bytes or characters, of which there are enough; of objects always one.
function take(state, size) {
  if ((state.bits & OBJECT_MODE) !== 0) return takeFirst(state);
  if (size >= state.length) return takeAll(state);
  const chunk = state.buffer[state.bufferIndex];
  if (size === chunk.length) return takeFirst(state);
  state.length -= size;
  if (size < chunk.length) {
    state.buffer[state.bufferIndex] = chunk.slice(size);
    return chunk.slice(0, size);
  }
  return (state.bits & HAS_DECODER) !== 0 ? takeText(state, size) : takeBytes(state, size);
}

function takeAll(state) {
  const { buffer, bufferIndex, length } = state;
  const count = buffer.length - bufferIndex;
  let all;
  if ((state.bits & HAS_DECODER) !== 0) {
    all = '';
    for (let i = bufferIndex; i < buffer.length; i++) all += buffer[i];
  } else if (count === 1) {
    all = buffer[bufferIndex];
  } else {
    all = Buffer.concat(bufferIndex === 0 ? buffer : buffer.slice(bufferIndex), length);
  }
  dropSlots(state, count);
  state.length = 0;
  return all;
}

function takeText(state, size) {
  const { buffer } = state;
  let text = '';
  let index = state.bufferIndex;
  while (text.length + buffer[index].length <= size) text += buffer[index++];
  const missing = size - text.length;
  if (missing > 0) {
    text += buffer[index].slice(0, missing);
    buffer[index] = buffer[index].slice(missing);
  }
  dropSlots(state, index - state.bufferIndex);
  return text;
}

function takeBytes(state, size) {
  const { buffer } = state;
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  let index = state.bufferIndex;
  while (filled + buffer[index].length <= size) {
    bytes.set(buffer[index], filled);
    filled += buffer[index++].length;
  }
  const missing = size - filled;
  if (missing > 0) {
    const chunk = buffer[index];
    bytes.set(chunk.subarray(0, missing), filled);
    buffer[index] = chunk.subarray(missing);
  }
  dropSlots(state, index - state.bufferIndex);
  return bytes;
}

function dropSlots(state, count) {
  const { buffer } = state;
  const end = state.bufferIndex + count;
  if (end < buffer.length && end <= MAX_TAKEN_SLOTS) {
    for (let i = state.bufferIndex; i < end; i++) buffer[i] = null;
    state.bufferIndex = end;
    return;
  }
  if (end < buffer.length) buffer.splice(0, end);
  else buffer.length = 0;
  state.bufferIndex = 0;
}

// `Readable._fromList`, which old packages call: takes without counting.
function fromList(size, state) {
  if (state.length === 0) return null;
  const { length } = state;
  const chunk = take(state, size || length);
  state.length = length;
  return chunk;
}

module.exports = { append, fromList, prepend, replaceAll, take, takeFirst };
