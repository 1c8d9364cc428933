// The flags of a readable side beyond those that both sides have (see internal/streams/state).
'use strict';

module.exports = {
  // The source: it was asked and has not answered; it is being asked right now; it has said that
  // there is no more.
  READING: 1 << 11,
  SYNC: 1 << 12,
  ENDED: 1 << 9,
  // It ended when nobody was there to be told: the first to listen for 'readable' is.
  END_UNANNOUNCED: 1 << 29,
  END_SCHEDULED: 1 << 28,
  END_EMITTED: 1 << 10,
  // A tick that reads ahead is scheduled.
  READING_MORE: 1 << 18,

  // The consumer: it found too little and is to be told when there is more; a tick that tells it
  // is scheduled.
  NEED_READABLE: 1 << 13,
  EMITTED_READABLE: 1 << 14,
  READABLE_LISTENING: 1 << 15,
  DATA_LISTENING: 1 << 27,
  RESUME_SCHEDULED: 1 << 16,
  DATA_EMITTED: 1 << 19,
  // `flowing` and `paused` are true, false or not decided.
  HAS_FLOWING: 1 << 23,
  FLOWING: 1 << 24,
  HAS_PAUSED: 1 << 25,
  PAUSED: 1 << 26,
  // `awaitDrainWriters` is a set, not a single writer.
  MULTI_AWAIT_DRAIN: 1 << 17,

  DEFAULT_UTF8: 1 << 20,
  HAS_DECODER: 1 << 21,
  HAS_ENCODING: 1 << 22,

  // Promises that listeners return are watched. (Ours alone.)
  CAPTURES: 1 << 30,
};
