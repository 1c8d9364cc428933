// How the chunks of one stage of a pipeline get to the next. Each link tells the run how many reports
// to wait for, and reports when its part is done or has failed.
'use strict';

const { aggregateTwoErrors, codes } = require('internal/errors');
const { eos } = require('internal/streams/end_of_stream');
const { isReadableFinished } = require('internal/streams/predicates');

const readingOnly = Object.freeze({ __proto__: null, readable: true, writable: false });
const writingOnly = Object.freeze({ __proto__: null, readable: false, writable: true });

// The options for web streams that are used among other streams.
const chunksAsTheyAre =
  Object.freeze({ __proto__: null, objectMode: true, decodeStrings: false, highWaterMark: 1 });

// From stream to stream. If the sink is not to be ended, whichever is through first is enough. The
// result is a function that stops watching the sink.
function joinByPipe(run, source, sink, ends) {
  let hasEnded = false;
  run.missing += ends ? 2 : 1;
  sink.on('close', () => {
    if (!hasEnded) run.fail(new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  source.pipe(sink, { end: false });
  if (ends) {
    const end = () => {
      hasEnded = true;
      sink.end();
    };
    if (isReadableFinished(source, false)) process.nextTick(end);
    else source.once('end', end);
  }
  const report = (error) => run.report(error);
  eos(source, readingOnly, (error) => {
    if (isOnlyUnread(source, error)) source.once('end', report).once('error', report);
    else run.report(error);
  });
  return eos(sink, writingOnly, report);
}

// Some streams emit 'close' when they have all their data, and 'end' when it was read, later.
function isOnlyUnread(source, error) {
  const state = source._readableState;
  return error?.code === 'ERR_STREAM_PREMATURE_CLOSE' &&
    state?.ended && !state.errored && !state.errorEmitted;
}

// From an iterable to a stream.
function joinByPump(run, chunks, sink, ends) {
  run.missing++;
  new Pump(run, chunks, sink, ends).start();
}

const settledPromise = Promise.resolve();

function later(value) {
  return value;
}

const kNone = Symbol('kNone');

// What a pump waits for.
const SOURCE = 0;
const DRAIN = 1;
const FINISH = 2;
const NOTHING = 3;

// Not an async function: a chunk costs no promise but those of the source.
class Pump {
  constructor(run, chunks, sink, ends) {
    this.run = run;
    this.chunks = chunks;
    this.sink = sink;
    this.ends = ends;
    this.iterator = undefined;
    this.isAsync = true;
    this.waitsFor = NOTHING;
    // The sink's, as far as it is known.
    this.error = undefined;
    this.isSinkOver = false;
    this.stopWatching = undefined;
    this.onDrain = () => this.goOn();
    this.onStep = (step) => this.take(step);
    // The chunk that is on its way from an iterator that is not async.
    this.chunk = kNone;
    const onSecondJob = () => this.takeChunk();
    this.onFirstJob = () => {
      settledPromise.then(onSecondJob);
    };
    this.onFailure = (error) => this.stop(error);
  }

  start() {
    const { sink } = this;
    sink.on('drain', this.onDrain);
    this.stopWatching = eos(sink, { __proto__: null, readable: false }, (error) => {
      this.isSinkOver = true;
      if (error) this.error = aggregateTwoErrors(this.error, error);
      this.goOn();
    });
    if (sink.writableNeedDrain) this.waitFor(DRAIN);
    else this.pull();
  }

  waitFor(what) {
    this.waitsFor = what;
    if (this.isSinkOver) this.goOn();
  }

  // There is news of the sink. It is acted on when others who listen have heard it too.
  goOn() {
    const { waitsFor, error } = this;
    if (waitsFor !== DRAIN && waitsFor !== FINISH) return;
    this.waitsFor = NOTHING;
    settledPromise.then(() => {
      if (error && waitsFor === DRAIN) this.abandon(error);
      else if (error || waitsFor === FINISH) this.stop(error);
      else this.pull();
    });
  }

  pull() {
    this.waitsFor = SOURCE;
    try {
      if (this.iterator === undefined) this.iterate();
      const step = this.iterator.next();
      if (this.isAsync) Promise.resolve(step).then(this.onStep, this.onFailure);
      else this.pass(step);
    } catch (error) {
      this.stop(error);
    }
  }

  // From an iterator that is not async chunks come two jobs later, as with `for await`: the source
  // of one pipeline cannot keep others from running.
  pass({ done, value }) {
    if (typeof value?.then === 'function' && !done) {
      Promise.resolve(value).then(later).then((chunk) => this.write(chunk), (error) => this.abandon(error));
      return;
    }
    this.chunk = done ? kNone : value;
    settledPromise.then(this.onFirstJob);
  }

  takeChunk() {
    const { chunk } = this;
    this.chunk = kNone;
    if (chunk === kNone) this.finish();
    else this.write(chunk);
  }

  iterate() {
    const { chunks } = this;
    const makeAsync = chunks[Symbol.asyncIterator];
    this.isAsync = makeAsync != null;
    this.iterator = Reflect.apply(this.isAsync ? makeAsync : chunks[Symbol.iterator], chunks, []);
  }

  take(step) {
    try {
      if (step.done) this.finish();
      else this.write(step.value);
    } catch (error) {
      this.stop(error);
    }
  }

  write(chunk) {
    let hasRoom;
    try {
      hasRoom = this.sink.write(chunk);
    } catch (error) {
      this.abandon(error);
      return;
    }
    if (hasRoom) this.pull();
    else this.waitFor(DRAIN);
  }

  // The source has no more.
  finish() {
    if (!this.ends) {
      this.stop();
      return;
    }
    this.sink.end();
    this.waitFor(FINISH);
  }

  // Stops though the source has more: it is told, and may take its time to clean up.
  abandon(error) {
    this.waitsFor = NOTHING;
    let answer;
    try {
      answer = this.iterator?.return?.();
    } catch {
      // What is known is more important.
    }
    if (typeof answer?.then !== 'function') this.stop(error);
    else Promise.resolve(answer).then(() => this.stop(error), () => this.stop(error));
  }

  stop(error) {
    this.waitsFor = NOTHING;
    this.stopWatching();
    this.sink.off('drain', this.onDrain);
    this.run.report(error && this.error !== error ? aggregateTwoErrors(this.error, error) : error);
  }
}

module.exports = { chunksAsTheyAre, joinByPipe, joinByPump };
