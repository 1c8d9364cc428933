// The state of the readable side of a stream, as packages see it in `stream._readableState`.
'use strict';

const {
  AUTO_DESTROY,
  CLOSED,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  EMIT_CLOSE,
  ERROR_EMITTED,
  OBJECT_MODE,
  checkedEncoding,
  defineDefaultEncoding,
  defineErrored,
  defineFlags,
  defineOptionalFlag,
  definePrinting,
  defineRareValue,
  highWaterMarkFrom,
  initialBits,
} = require('internal/streams/state');
const bits = require('internal/streams/readable_bits');

const kDecoderValue = Symbol('kDecoderValue');
const kEncodingValue = Symbol('kEncodingValue');

const { DEFAULT_UTF8, SYNC } = bits;

// Most streams are never piped: these share one list.
const kNoPipes = Object.freeze([]);

function ReadableState(options, stream, isDuplex) {
  const objectMode = Boolean(options &&
    (options.objectMode || (isDuplex && options.readableObjectMode)));
  this.highWaterMark = highWaterMarkFrom(options, objectMode, 'readableHighWaterMark', isDuplex);
  this.buffer = [];
  this.bufferIndex = 0;
  this.length = 0;
  this.pipes = kNoPipes;
  // Who must drain before the flow goes on: null, a writer, or a set of writers.
  this.awaitDrainWriters = null;
  // What the last pipe listens with, to tell it from other listeners of 'data'.
  this.pipeListener = null;
  this.bits = initialBits(options, objectMode) | SYNC | DEFAULT_UTF8;
  if (options) takeEncodings(this, options);
}

function takeEncodings(state, { defaultEncoding, encoding }) {
  if (defaultEncoding !== undefined && defaultEncoding !== null) {
    state.defaultEncoding = checkedEncoding(defaultEncoding);
  }
  if (encoding) {
    state.decoder = newDecoder(encoding);
    state.encoding = encoding;
  }
}

function newDecoder(encoding) {
  const { StringDecoder } = require('string_decoder');
  return new StringDecoder(encoding);
}

const { prototype } = ReadableState;
defineFlags(prototype, {
  objectMode: OBJECT_MODE,
  ended: bits.ENDED,
  endEmitted: bits.END_EMITTED,
  reading: bits.READING,
  constructed: CONSTRUCTED,
  sync: SYNC,
  needReadable: bits.NEED_READABLE,
  emittedReadable: bits.EMITTED_READABLE,
  readableListening: bits.READABLE_LISTENING,
  resumeScheduled: bits.RESUME_SCHEDULED,
  errorEmitted: ERROR_EMITTED,
  emitClose: EMIT_CLOSE,
  autoDestroy: AUTO_DESTROY,
  destroyed: DESTROYED,
  closed: CLOSED,
  closeEmitted: CLOSE_EMITTED,
  multiAwaitDrain: bits.MULTI_AWAIT_DRAIN,
  readingMore: bits.READING_MORE,
  dataEmitted: bits.DATA_EMITTED,
});
defineErrored(prototype);
defineDefaultEncoding(prototype, DEFAULT_UTF8);
defineRareValue(prototype, 'decoder', kDecoderValue, bits.HAS_DECODER, null);
defineRareValue(prototype, 'encoding', kEncodingValue, bits.HAS_ENCODING, null);
defineOptionalFlag(prototype, 'flowing', bits.HAS_FLOWING, bits.FLOWING, null);
Object.defineProperty(prototype, 'pipesCount', {
  __proto__: null,
  get() { return this.pipes.length; },
});
defineOptionalFlag(prototype, 'paused', bits.HAS_PAUSED, bits.PAUSED, false);

definePrinting(
  prototype,
  { __proto__: null, bits: Symbol('kState'), pipeListener: null },
  bits.CAPTURES,
);

module.exports = { ReadableState, kNoPipes, kDecoderValue, kEncodingValue, newDecoder };
