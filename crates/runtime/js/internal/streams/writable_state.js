// The state of the writable side of a stream, as packages see it in `stream._writableState`.
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
  defineAccessor,
  defineDefaultEncoding,
  defineErrored,
  defineFlags,
  defineOptionalFlag,
  definePrinting,
  defineRareValue,
  highWaterMarkFrom,
  initialBits,
  isUsualEncoding,
} = require('internal/streams/state');
const bits = require('internal/streams/writable_bits');
const { waiting } = require('internal/streams/writable_queue');
const { onWriteOf } = require('internal/streams/writable_write');

const { ALL_BUFFERS, ALL_NOOP, DECODE_STRINGS, DEFAULT_UTF8, SYNC } = bits;
const INITIAL = SYNC | ALL_BUFFERS | ALL_NOOP | DEFAULT_UTF8;

function WritableState(options, stream, isDuplex) {
  const objectMode = Boolean(options &&
    (options.objectMode || (isDuplex && options.writableObjectMode)));
  this.highWaterMark = highWaterMarkFrom(options, objectMode, 'writableHighWaterMark', isDuplex);
  // Bytes (or objects) that were written and are not done with yet.
  this.length = 0;
  this.corked = 0;
  this.onwrite = onWriteOf(stream, this);
  // The part of `length` that is under way.
  this.writelen = 0;
  this.bufferedIndex = 0;
  // Callbacks that are still to be called: 'finish' waits for them.
  this.pendingcb = 0;
  this.bits = initialBits(options, objectMode) | INITIAL |
    (options && options.decodeStrings === false ? 0 : DECODE_STRINGS);
  if (options) takeEncoding(this, options.defaultEncoding);
  // The writes that wait, if any (see internal/streams/writable_queue).
  this.requests = null;
  // The callback of the write under way, and the tick that calls back for several writes:
  // { count, cb, stream, state }. Undefined until there was a write, or such a tick.
  this.writeCallback = undefined;
  this.tickInfo = undefined;
  // Of a Transform that was written to: the write under way.
  this.work = null;
}

function takeEncoding(state, encoding) {
  if (encoding === undefined || encoding === null || isUsualEncoding(checkedEncoding(encoding))) return;
  state.givenEncoding = encoding;
  state.bits &= ~DEFAULT_UTF8;
}

const { prototype } = WritableState;
defineFlags(prototype, {
  objectMode: OBJECT_MODE,
  finalCalled: bits.FINAL_CALLED,
  needDrain: bits.NEED_DRAIN,
  ending: bits.ENDING,
  ended: bits.ENDED,
  finished: bits.FINISHED,
  destroyed: DESTROYED,
  decodeStrings: DECODE_STRINGS,
  writing: bits.WRITING,
  sync: SYNC,
  bufferProcessing: bits.BUFFER_PROCESSING,
  constructed: CONSTRUCTED,
  prefinished: bits.PREFINISHED,
  errorEmitted: ERROR_EMITTED,
  emitClose: EMIT_CLOSE,
  autoDestroy: AUTO_DESTROY,
  closed: CLOSED,
  closeEmitted: CLOSE_EMITTED,
  allBuffers: ALL_BUFFERS,
  allNoop: ALL_NOOP,
});
defineErrored(prototype);
defineOptionalFlag(prototype, 'writable', bits.HAS_WRITABLE, bits.WRITABLE, undefined);
defineDefaultEncoding(prototype, DEFAULT_UTF8);
defineRareValue(prototype, 'writecb', 'writeCallback', bits.HAS_WRITE_CALLBACK, null);
defineRareValue(prototype, 'afterWriteTickInfo', 'tickInfo', bits.HAS_AFTER_WRITE_TICK_INFO, null);
defineAccessor(
  prototype,
  'buffered',
  (state) => state.requests ?? [],
  (state, value) => {
    state.requests = value;
    if (value) state.bits |= bits.HAS_BUFFERED;
    else state.bits &= ~bits.HAS_BUFFERED;
  },
);

prototype.getBuffer = function getBuffer() {
  return this.buffered.slice(this.bufferedIndex);
};
Object.defineProperty(prototype, 'bufferedRequestCount', {
  __proto__: null,
  get() { return waiting(this); },
});

definePrinting(prototype, {
  __proto__: null,
  bits: Symbol('kState'),
  givenEncoding: Symbol('kDefaultEncodingValue'),
  requests: Symbol('kBufferedValue'),
  writeCallback: Symbol('kWriteCbValue'),
  tickInfo: Symbol('kAfterWriteTickInfoValue'),
  work: null,
}, 0);

module.exports = { WritableState };
