// The flags of a writable side beyond those that both sides have (see internal/streams/state).
'use strict';

module.exports = {
  // A call of _write or _writev has not called back; it has not even returned.
  WRITING: 1 << 15,
  SYNC: 1 << 9,
  // The write under way has a callback of its own.
  HAS_WRITE_CALLBACK: 1 << 25,
  EXPECT_WRITE_CALLBACK: 1 << 26,

  // Writes wait; they are being passed on right now; all are of Buffers; none has a callback.
  HAS_BUFFERED: 1 << 29,
  BUFFER_PROCESSING: 1 << 16,
  ALL_BUFFERS: 1 << 18,
  ALL_NOOP: 1 << 19,
  CORKED: 1 << 23,

  // write() has returned false, 'drain' is due.
  NEED_DRAIN: 1 << 11,
  // A tick that calls back is scheduled; it can take further writes along.
  AFTER_WRITE_PENDING: 1 << 28,
  HAS_AFTER_WRITE_TICK_INFO: 1 << 27,

  // end() was called; and has returned.
  ENDING: 1 << 12,
  ENDED: 1 << 30,
  HAS_ON_FINISHED: 1 << 20,
  FINAL_CALLED: 1 << 10,
  PREFINISHED: 1 << 17,
  FINISHED: 1 << 13,

  DECODE_STRINGS: 1 << 14,
  DEFAULT_UTF8: 1 << 24,
  // `writable` is true, false or not decided.
  HAS_WRITABLE: 1 << 21,
  WRITABLE: 1 << 22,
};
