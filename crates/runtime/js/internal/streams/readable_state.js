// The state of the readable side of a stream: its flags, and the queue of chunks that were pushed
// and not read yet.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const {
  FIRST_OWN_BIT,
  OBJECT_MODE,
  defineCommon,
  defineFlags,
  defineOptionalFlag,
  defineRareValue,
  highWaterMarkFrom,
  initialBits,
} = require('internal/streams/state');

const kDecoderValue = Symbol('kDecoderValue');
const kEncodingValue = Symbol('kEncodingValue');
const kDefaultEncodingValue = Symbol('kDefaultEncodingValue');

// The source has said that there is no more.
const ENDED = 1 << FIRST_OWN_BIT;
const END_EMITTED = 1 << FIRST_OWN_BIT + 1;
const END_SCHEDULED = 1 << FIRST_OWN_BIT + 18;
// It ended when nobody was there to be told: the first to listen for 'readable' is.
const END_UNANNOUNCED = 1 << FIRST_OWN_BIT + 19;
// _read was called and has not pushed yet.
const READING = 1 << FIRST_OWN_BIT + 2;
// The consumer found too little: tell it when there is more.
const NEED_READABLE = 1 << FIRST_OWN_BIT + 3;
const EMITTED_READABLE = 1 << FIRST_OWN_BIT + 4;
const READABLE_LISTENING = 1 << FIRST_OWN_BIT + 5;
const DATA_LISTENING = 1 << FIRST_OWN_BIT + 6;
const RESUME_SCHEDULED = 1 << FIRST_OWN_BIT + 7;
// `awaitDrainWriters` is a set, not a single writer.
const MULTI_AWAIT_DRAIN = 1 << FIRST_OWN_BIT + 8;
// A read-ahead is scheduled.
const READING_MORE = 1 << FIRST_OWN_BIT + 9;
const DATA_EMITTED = 1 << FIRST_OWN_BIT + 10;
const HAS_FLOWING = 1 << FIRST_OWN_BIT + 11;
const FLOWING = 1 << FIRST_OWN_BIT + 12;
const HAS_PAUSED = 1 << FIRST_OWN_BIT + 13;
const PAUSED = 1 << FIRST_OWN_BIT + 14;
const HAS_DECODER = 1 << FIRST_OWN_BIT + 15;
const HAS_ENCODING = 1 << FIRST_OWN_BIT + 16;
const HAS_DEFAULT_ENCODING = 1 << FIRST_OWN_BIT + 17;

// The queue drops the slots of chunks that were taken once there are as many.
const MAX_TAKEN_SLOTS = 1024;

function ReadableState(options, stream, isDuplex) {
  const objectMode = Boolean(options &&
    (options.objectMode || (isDuplex && options.readableObjectMode)));
  this.bits = initialBits(options, objectMode);
  this.highWaterMark = highWaterMarkFrom(options, objectMode, 'readableHighWaterMark', isDuplex);
  this.buffer = [];
  this.bufferIndex = 0;
  this.length = 0;
  this.pipes = [];
  // Who must drain before the flow goes on: null, a writer, or a set of writers.
  this.awaitDrainWriters = null;

  const defaultEncoding = options?.defaultEncoding;
  if (defaultEncoding != null && defaultEncoding !== 'utf8' && defaultEncoding !== 'utf-8') {
    if (!Buffer.isEncoding(defaultEncoding)) throw new codes.ERR_UNKNOWN_ENCODING(defaultEncoding);
    this.defaultEncoding = defaultEncoding;
  }
  if (options?.encoding) {
    this.decoder = newDecoder(options.encoding);
    this.encoding = options.encoding;
  }
}

function newDecoder(encoding) {
  const { StringDecoder } = require('string_decoder');
  return new StringDecoder(encoding);
}

defineCommon(ReadableState.prototype);
defineFlags(ReadableState.prototype, {
  ended: ENDED,
  endEmitted: END_EMITTED,
  reading: READING,
  needReadable: NEED_READABLE,
  emittedReadable: EMITTED_READABLE,
  readableListening: READABLE_LISTENING,
  resumeScheduled: RESUME_SCHEDULED,
  multiAwaitDrain: MULTI_AWAIT_DRAIN,
  readingMore: READING_MORE,
  dataEmitted: DATA_EMITTED,
});
defineOptionalFlag(ReadableState.prototype, 'flowing', HAS_FLOWING, FLOWING, null);
defineOptionalFlag(ReadableState.prototype, 'paused', HAS_PAUSED, PAUSED, null);
defineRareValue(ReadableState.prototype, 'decoder', kDecoderValue, HAS_DECODER, null);
defineRareValue(ReadableState.prototype, 'encoding', kEncodingValue, HAS_ENCODING, null);
defineRareValue(ReadableState.prototype, 'defaultEncoding', kDefaultEncodingValue,
                HAS_DEFAULT_ENCODING, 'utf8');
Object.defineProperty(ReadableState.prototype, 'pipesCount', {
  get() { return this.pipes.length; },
});

function enqueue(state, chunk) {
  state.length += (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  state.buffer.push(chunk);
}

function enqueueFirst(state, chunk) {
  state.length += (state.bits & OBJECT_MODE) !== 0 ? 1 : chunk.length;
  if (state.bufferIndex > 0) state.buffer[--state.bufferIndex] = chunk;
  else state.buffer.unshift(chunk);
}

function replaceQueue(state, chunks, length) {
  state.buffer = chunks;
  state.bufferIndex = 0;
  state.length = length;
}

// Takes `size` bytes (or characters, or an object) off the queue; `state.length` is the caller's.
// A `size` that is 0 or more than there is means everything.
function dequeue(size, state) {
  if (state.length === 0) return null;
  const { buffer, bufferIndex } = state;
  const first = buffer[bufferIndex];
  if ((state.bits & OBJECT_MODE) !== 0) {
    dropSlots(state, 1);
    return first;
  }
  if (!size || size >= state.length) {
    const all = joinAll(state);
    dropSlots(state, buffer.length - bufferIndex);
    return all;
  }
  if (size === first.length) {
    dropSlots(state, 1);
    return first;
  }
  if (size < first.length) {
    buffer[bufferIndex] = first.slice(size);
    return first.slice(0, size);
  }
  return (state.bits & HAS_DECODER) !== 0 ? takeText(size, state) : takeBytes(size, state);
}

function dropSlots(state, count) {
  const { buffer } = state;
  const end = state.bufferIndex + count;
  if (end === buffer.length) {
    if (end === 1) buffer.pop();
    else buffer.length = 0;
    state.bufferIndex = 0;
  } else if (end > MAX_TAKEN_SLOTS) {
    buffer.splice(0, end);
    state.bufferIndex = 0;
  } else {
    for (let i = state.bufferIndex; i < end; i++) buffer[i] = null;
    state.bufferIndex = end;
  }
}

function joinAll(state) {
  const { buffer, bufferIndex } = state;
  if ((state.bits & HAS_DECODER) !== 0) {
    let text = '';
    for (let i = bufferIndex; i < buffer.length; i++) text += buffer[i];
    return text;
  }
  if (buffer.length - bufferIndex === 1) return buffer[bufferIndex];
  return Buffer.concat(bufferIndex === 0 ? buffer : buffer.slice(bufferIndex), state.length);
}

function takeText(size, state) {
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

function takeBytes(size, state) {
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

// Data moves on, so whoever was to drain first no longer counts.
function forgetDrains(state) {
  if ((state.bits & MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

module.exports = {
  DATA_EMITTED,
  DATA_LISTENING,
  EMITTED_READABLE,
  ENDED,
  END_EMITTED,
  END_SCHEDULED,
  END_UNANNOUNCED,
  FLOWING,
  HAS_DECODER,
  HAS_FLOWING,
  HAS_PAUSED,
  MULTI_AWAIT_DRAIN,
  NEED_READABLE,
  PAUSED,
  READABLE_LISTENING,
  READING,
  READING_MORE,
  RESUME_SCHEDULED,
  ReadableState,
  dequeue,
  enqueue,
  enqueueFirst,
  forgetDrains,
  kDecoderValue,
  newDecoder,
  replaceQueue,
};
