// stream.pipeline(): stages joined to one flow, which succeeds or fails as a whole.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const {
  ASYNC_ITERABLE,
  FUNCTION,
  ITERABLE,
  NODE_STREAM,
  READ_SIDE,
  WEB_PAIR,
  WEB_READABLE,
  WEB_STREAM,
  kindOf,
  nodeKindOf,
} = require('internal/streams/kind');
const { joinByPipe, joinByPump } = require('internal/streams/links');
const { isReadable } = require('internal/streams/predicates');

const kAnyChunks = { __proto__: null, objectMode: true, highWaterMark: 1 };

function pipeline(...stages) {
  const callback = stages.pop();
  validateFunction(callback, 'streams[stream.length - 1]');
  return runPipeline(stages, callback);
}

// `callback(error, value)`: the value is what a function at the end has returned a promise of.
// The result is the last stage as a stream.
function runPipeline(stages, callback, options) {
  if (stages.length === 1 && Array.isArray(stages[0])) stages = stages[0];
  if (stages.length < 2) throw new codes.ERR_MISSING_ARGS('streams');
  const run = new Run(callback, options);
  run.heedSignal();
  let flow;
  for (let place = 0; place < stages.length; place++) {
    flow = new Stage(run, stages, place).join(flow);
  }
  if (run.signal.aborted || run.outerSignal?.aborted) process.nextTick(() => run.abort());
  return flow;
}

// What the stages have in common: how many reports are missing, and what went wrong first.
class Run {
  constructor(callback, options) {
    const { AbortController } = require('internal/abort_controller');
    this.callback = callback;
    this.endsLast = options?.end !== false;
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.outerSignal = options?.signal;
    this.abortListener = undefined;
    this.missing = 0;
    this.error = undefined;
    this.value = undefined;
    // The streams that do not outlive a failure.
    this.guards = [];
    // What removes our listeners from a last stream that is still to be read.
    this.farewells = [];
  }

  heedSignal() {
    const { outerSignal } = this;
    validateAbortSignal(outerSignal, 'options.signal');
    if (!outerSignal) return;
    const { addAbortListener } = require('internal/events/abort_listener');
    this.abortListener = addAbortListener(outerSignal, () => this.abort());
  }

  abort() {
    this.fail(new AbortError(undefined, { cause: this.outerSignal?.reason }));
  }

  // A part of the work is done, or has failed for good.
  report(error) {
    this.missing--;
    this.note(error);
    const isLast = this.missing === 0;
    if (this.error || isLast) this.tearDown();
    if (!isLast) return;
    if (!this.error) {
      for (const farewell of this.farewells) farewell();
    }
    process.nextTick(this.callback, this.error, this.value);
  }

  // Something went wrong, and those concerned will report that they have stopped.
  fail(error) {
    this.note(error);
    this.tearDown();
  }

  // The first error counts, but for those that only follow from another.
  note(error) {
    if (error && (!this.error || isOnlyEffect(this.error))) this.error = error;
  }

  tearDown() {
    const { guards } = this;
    while (guards.length > 0) guards.shift().tearDown(this.error);
    this.abortListener?.[Symbol.dispose]();
    this.controller.abort();
  }
}

// Streams of a flow that stops are closed early, or aborted, for another's sake.
function isOnlyEffect(error) {
  return error.name === 'AbortError' || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

// Destroys a stream unless it is through by then.
class Guard {
  constructor(stream, isRead, isWritten) {
    this.stream = stream;
    this.isThrough = false;
    stream.on('close', () => {
      this.isThrough = true;
    });
    this.stopWatching = eos(stream, { __proto__: null, readable: isRead, writable: isWritten }, (error) => {
      this.isThrough = !error;
    });
  }

  tearDown(error) {
    if (this.isThrough) return;
    this.isThrough = true;
    destroyer(this.stream, error || new codes.ERR_STREAM_DESTROYED('pipe'));
  }
}

// One of the values that pipeline() was given, at its place.
class Stage {
  constructor(run, stages, place) {
    this.run = run;
    this.value = stages[place];
    this.kind = kindOf(this.value);
    this.place = place;
    this.next = stages[place + 1];
    this.isLast = place === stages.length - 1;
    // Whether the stage ends with what comes before it.
    this.ends = !this.isLast || run.endsLast;
  }

  // Takes the flow of the stages before; the result is the flow for the next one.
  join(flow) {
    if ((this.kind & NODE_STREAM) !== 0) this.guard();
    if (this.place === 0) return this.open();
    if ((this.kind & NODE_STREAM) !== 0) return this.joinStream(flow);
    if ((this.kind & FUNCTION) !== 0) return this.isLast ? this.callLast(flow) : this.callBetween(flow);
    if ((this.kind & WEB_STREAM) !== 0) return this.joinWebStream(flow);
    return toDuplex(this.value);
  }

  // What happens to the stream concerns the whole, also after it was written and read.
  guard() {
    const { run, value: stream, next } = this;
    if (next && (next.closed || next.destroyed) && nodeKindOf(next) !== 0) {
      throw new codes.ERR_STREAM_UNABLE_TO_PIPE();
    }
    if (this.ends) {
      const guard = new Guard(stream, !this.isLast, this.place > 0);
      run.guards.push(guard);
      this.whenLeft(guard.stopWatching);
    }
    const onError = (error) => {
      if (error && !isOnlyEffect(error)) run.fail(error);
    };
    stream.on('error', onError);
    this.whenLeft(() => stream.removeListener('error', onError));
  }

  // A last stage that can be read belongs to somebody else when the pipeline is done.
  whenLeft(farewell) {
    if (this.isLast && isReadable(this.value)) this.run.farewells.push(farewell);
  }

  open() {
    const { value, kind } = this;
    if ((kind & NODE_STREAM) === 0 && (kind & FUNCTION) !== 0) {
      const made = value({ signal: this.run.signal });
      if ((kindOf(made) & ITERABLE) === 0) {
        throw new codes.ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', made);
      }
      return made;
    }
    return (kind & (ITERABLE | READ_SIDE | WEB_READABLE | WEB_PAIR)) !== 0 ? value : toDuplex(value);
  }

  joinStream(flow) {
    const { run, value: stream, ends } = this;
    const kind = kindOf(flow);
    if ((kind & READ_SIDE) !== 0) {
      const stopWatching = joinByPipe(run, flow, stream, ends);
      this.whenLeft(stopWatching);
    } else {
      joinByPump(run, chunksOf(flow, kind), stream, ends);
    }
    return stream;
  }

  // A web stream is written to by way of a stream of ours, that leaves the chunks as they are.
  joinWebStream(flow) {
    const { run, value, kind, ends } = this;
    const { writableFromWeb } = require('internal/streams/web');
    const sink = writableFromWeb((kind & WEB_PAIR) !== 0 ? value.writable : value, kAnyChunks);
    if (ends) run.guards.push(new Guard(sink, false, true));
    sink.on('error', (error) => run.fail(error));
    joinByPump(run, chunksOf(flow, kindOf(flow)), sink, ends);
    return value;
  }

  call(flow) {
    return this.value(chunksOf(flow, kindOf(flow)), { signal: this.run.signal });
  }

  callBetween(flow) {
    const made = this.call(flow);
    if ((kindOf(made) & ASYNC_ITERABLE) === 0) {
      throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${this.place - 1}]`, made);
    }
    return made;
  }

  // What the last function returns can be read from a stream that stands for it.
  callLast(flow) {
    const { run, ends } = this;
    const made = this.call(flow);
    const { PassThrough } = require('internal/streams/passthrough');
    const output = new PassThrough({ objectMode: true });
    const then = made?.then;
    const kind = kindOf(made);
    if (typeof then === 'function') {
      this.awaitValue(made, then, output);
    } else if ((kind & ASYNC_ITERABLE) !== 0) {
      joinByPump(run, made, output, ends);
    } else if ((kind & (WEB_READABLE | WEB_PAIR)) !== 0) {
      joinByPump(run, chunksOf(made, kind), output, ends);
    } else {
      throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', made);
    }
    const guard = new Guard(output, false, true);
    run.guards.push(guard);
    run.farewells.push(guard.stopWatching);
    return output;
  }

  awaitValue(promise, then, output) {
    const { run, ends } = this;
    run.missing++;
    Reflect.apply(then, promise, [(value) => {
      run.value = value;
      if (value != null) output.write(value);
      if (ends) output.end();
      process.nextTick(() => run.report());
    }, (error) => {
      output.destroy(error);
      process.nextTick(() => run.report(error));
    }]);
  }
}

// What can be iterated of a flow.
function chunksOf(flow, kind) {
  if ((kind & WEB_PAIR) !== 0) return chunksOf(flow.readable, kindOf(flow.readable));
  if ((kind & ITERABLE) !== 0) return flow;
  if ((kind & READ_SIDE) !== 0) return chunksOfOld(flow);
  throw new codes.ERR_INVALID_ARG_TYPE(
    'val', ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'], flow);
}

// A stream of the oldest kind is not touched before somebody wants its chunks.
async function* chunksOfOld(stream) {
  yield* require('internal/streams/async_iterator').iterate(stream);
}

function toDuplex(value) {
  return require('internal/streams/duplex').Duplex.from(value);
}

module.exports = { pipeline, runPipeline };
