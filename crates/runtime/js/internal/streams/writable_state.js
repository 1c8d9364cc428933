// The state of the writable side of a stream: its flags, the write under way, and the writes that
// wait for it.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const {
  FIRST_OWN_BIT,
  defineCommon,
  defineFlags,
  defineOptionalFlag,
  defineRareValue,
  highWaterMarkFrom,
  initialBits,
} = require('internal/streams/state');

// The writes that wait: null, or a list of { chunk, encoding, callback } from `bufferedIndex` on.
const kBufferedValue = Symbol('kBufferedValue');
// The callback of the write under way.
const kWriteCbValue = Symbol('kWriteCbValue');
// Callbacks of end().
const kOnFinishedValue = Symbol('kOnFinishedValue');
const kAfterWriteTickInfoValue = Symbol('kAfterWriteTickInfoValue');
const kDefaultEncodingValue = Symbol('kDefaultEncodingValue');

const FINAL_CALLED = 1 << FIRST_OWN_BIT;
const NEED_DRAIN = 1 << FIRST_OWN_BIT + 1;
// end() was called; ended: and has returned.
const ENDING = 1 << FIRST_OWN_BIT + 2;
const ENDED = 1 << FIRST_OWN_BIT + 3;
const FINISHED = 1 << FIRST_OWN_BIT + 4;
const DECODE_STRINGS = 1 << FIRST_OWN_BIT + 5;
const WRITING = 1 << FIRST_OWN_BIT + 6;
const BUFFER_PROCESSING = 1 << FIRST_OWN_BIT + 7;
const PREFINISHED = 1 << FIRST_OWN_BIT + 8;
// All writes that wait are of Buffers; have no callback.
const ALL_BUFFERS = 1 << FIRST_OWN_BIT + 9;
const ALL_NOOP = 1 << FIRST_OWN_BIT + 10;
const HAS_WRITABLE = 1 << FIRST_OWN_BIT + 11;
const WRITABLE = 1 << FIRST_OWN_BIT + 12;
const HAS_ON_FINISHED = 1 << FIRST_OWN_BIT + 13;
const HAS_AFTER_WRITE_TICK_INFO = 1 << FIRST_OWN_BIT + 14;
const AFTER_WRITE_PENDING = 1 << FIRST_OWN_BIT + 15;
const HAS_BUFFERED = 1 << FIRST_OWN_BIT + 16;
const HAS_DEFAULT_ENCODING = 1 << FIRST_OWN_BIT + 17;

function WritableState(options, stream, isDuplex, onWrite) {
  const objectMode = Boolean(options &&
    (options.objectMode || (isDuplex && options.writableObjectMode)));
  this.bits = initialBits(options, objectMode) | ALL_BUFFERS | ALL_NOOP;
  if (!options || options.decodeStrings !== false) this.bits |= DECODE_STRINGS;
  this.highWaterMark = highWaterMarkFrom(options, objectMode, 'writableHighWaterMark', isDuplex);
  // Bytes (or objects) that were written and are not done with yet.
  this.length = 0;
  this.corked = 0;
  this.onwrite = (error) => onWrite(stream, error);
  this.writelen = 0;
  this.bufferedIndex = 0;
  // Callbacks that are still to be called: 'finish' waits for them.
  this.pendingcb = 0;
  this[kBufferedValue] = null;

  const defaultEncoding = options?.defaultEncoding;
  if (defaultEncoding != null && defaultEncoding !== 'utf8' && defaultEncoding !== 'utf-8') {
    if (!Buffer.isEncoding(defaultEncoding)) throw new codes.ERR_UNKNOWN_ENCODING(defaultEncoding);
    this.defaultEncoding = defaultEncoding;
  }
}

defineCommon(WritableState.prototype);
defineFlags(WritableState.prototype, {
  finalCalled: FINAL_CALLED,
  needDrain: NEED_DRAIN,
  ending: ENDING,
  ended: ENDED,
  finished: FINISHED,
  decodeStrings: DECODE_STRINGS,
  writing: WRITING,
  bufferProcessing: BUFFER_PROCESSING,
  prefinished: PREFINISHED,
  allBuffers: ALL_BUFFERS,
  allNoop: ALL_NOOP,
});
defineOptionalFlag(WritableState.prototype, 'writable', HAS_WRITABLE, WRITABLE, undefined);
defineRareValue(WritableState.prototype, 'defaultEncoding', kDefaultEncodingValue,
                HAS_DEFAULT_ENCODING, 'utf8');
defineRareValue(WritableState.prototype, 'afterWriteTickInfo', kAfterWriteTickInfoValue,
                HAS_AFTER_WRITE_TICK_INFO, null);
Object.defineProperties(WritableState.prototype, {
  writecb: {
    get() { return this[kWriteCbValue] ?? null; },
    set(value) { this[kWriteCbValue] = value; },
  },
  buffered: {
    get() { return (this.bits & HAS_BUFFERED) !== 0 ? this[kBufferedValue] : []; },
    set(value) {
      this[kBufferedValue] = value;
      if (value) this.bits |= HAS_BUFFERED;
      else this.bits &= ~HAS_BUFFERED;
    },
  },
  bufferedRequestCount: {
    get() { return this.buffered.length - this.bufferedIndex; },
  },
});

WritableState.prototype.getBuffer = function getBuffer() {
  return this.buffered.slice(this.bufferedIndex);
};

module.exports = {
  AFTER_WRITE_PENDING,
  ALL_BUFFERS,
  ALL_NOOP,
  BUFFER_PROCESSING,
  DECODE_STRINGS,
  ENDED,
  ENDING,
  FINAL_CALLED,
  FINISHED,
  HAS_AFTER_WRITE_TICK_INFO,
  HAS_BUFFERED,
  HAS_ON_FINISHED,
  HAS_WRITABLE,
  NEED_DRAIN,
  PREFINISHED,
  WRITABLE,
  WRITING,
  WritableState,
  kAfterWriteTickInfoValue,
  kBufferedValue,
  kOnFinishedValue,
  kWriteCbValue,
};
