// stream.pipeline(): streams, iterables and functions in a row, with the errors of each one
// destroying all, and one callback at the end.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');
const { destroyer } = require('internal/streams/destroy');
const { Duplex } = require('internal/streams/duplex');
const { eos } = require('internal/streams/end_of_stream');
const { pumpToNode, pumpToWeb } = require('internal/streams/pump');
const {
  isIterable,
  isNodeStream,
  isReadable,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isTransformStream,
  isWebStream,
} = require('internal/streams/predicates');

function pipeline(...streams) {
  validateFunction(streams[streams.length - 1], 'streams[stream.length - 1]');
  const callback = streams.pop();
  return runPipeline(streams, callback);
}

// Returns the last stream.
function runPipeline(streams, callback, options) {
  if (streams.length === 1 && Array.isArray(streams[0])) streams = streams[0];
  if (streams.length < 2) throw new codes.ERR_MISSING_ARGS('streams');
  return new Pipeline(callback, options).run(streams);
}

const sourceTypes = ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream', 'TransformStream'];

class Pipeline {
  constructor(callback, options) {
    this.callback = callback;
    this.outerSignal = options?.signal;
    this.endsLast = options?.end !== false;
    // Aborted when the pipeline is over: what functions in it may listen to.
    this.controller = new (require('internal/abort_controller').AbortController)();
    this.error = undefined;
    this.value = undefined;
    // Parts that are still to report; the pipeline is over when there is none.
    this.pending = 0;
    this.destroys = [];
    this.lastStreamCleanups = [];
    this.onPartDone = (error) => this.settle(error, --this.pending === 0);
    this.onPartFailed = (error) => this.settle(error, false);

    validateAbortSignal(this.outerSignal, 'options.signal');
    this.abort = () => this.settle(new AbortError(undefined, { cause: this.outerSignal?.reason }));
    if (this.outerSignal) {
      const { addAbortListener } = require('internal/events/abort_listener');
      this.abortListener = addAbortListener(this.outerSignal, this.abort);
    }
  }

  run(streams) {
    let output;
    streams.forEach((stream, index) => {
      const part = {
        stream,
        index,
        isLast: index === streams.length - 1,
        end: index < streams.length - 1 || this.endsLast,
      };
      if (isNodeStream(stream)) {
        const next = streams[index + 1];
        if (next?.closed || next?.destroyed) throw new codes.ERR_STREAM_UNABLE_TO_PIPE();
        this.guard(part);
      }
      output = index === 0 ? this.openSource(stream) : this.connect(output, part);
    });
    if (this.controller.signal.aborted || this.outerSignal?.aborted) process.nextTick(this.abort);
    return output;
  }

  settle(error, isOver) {
    if (error && tellsMore(error, this.error)) this.error = error;
    if (!this.error && !isOver) return;
    while (this.destroys.length > 0) this.destroys.shift()(this.error);
    this.abortListener?.[Symbol.dispose]();
    this.controller.abort();
    if (!isOver) return;
    if (!this.error) for (const cleanup of this.lastStreamCleanups) cleanup();
    const { callback } = this;
    this.callback = null;
    if (callback !== null) process.nextTick(callback, this.error, this.value);
  }

  // A stream of ours: destroyed with the pipeline, and listened to for errors.
  guard({ stream, index, isLast, end }) {
    const isReadableLast = isLast && isReadable(stream);
    if (end) {
      const { destroy, cleanup } = destroyWhenUnfinished(stream, !isLast, index > 0);
      this.destroys.push(destroy);
      if (isReadableLast) this.lastStreamCleanups.push(cleanup);
    }
    // Also for errors that come when it is done.
    const onError = (error) => {
      if (error && error.name !== 'AbortError' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        this.onPartFailed(error);
      }
    };
    stream.on('error', onError);
    if (isReadableLast) {
      this.lastStreamCleanups.push(() => stream.removeListener('error', onError));
    }
  }

  openSource(source) {
    if (typeof source === 'function') {
      const output = source({ signal: this.controller.signal });
      if (!isIterable(output)) {
        throw new codes.ERR_INVALID_RETURN_VALUE(
          'Iterable, AsyncIterable or Stream', 'source', output);
      }
      return output;
    }
    if (isIterable(source) || isReadableNodeStream(source) || isTransformStream(source)) {
      return source;
    }
    return Duplex.from(source);
  }

  connect(input, part) {
    const { stream } = part;
    if (typeof stream === 'function') return this.connectFunction(input, part);
    if (isNodeStream(stream)) return this.connectNode(input, part);
    if (isWebStream(stream)) return this.connectWeb(input, part);
    return Duplex.from(stream);
  }

  connectFunction(input, { stream: fn, index, isLast, end }) {
    const source = toAsyncIterable(isTransformStream(input) ? input.readable : input);
    const output = fn(source, { signal: this.controller.signal });
    if (isLast) return this.connectLastFunction(output, end);
    if (!isIterable(output, true)) {
      throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${index - 1}]`, output);
    }
    return output;
  }

  // What the last function yields, or the value of its promise, comes out of a stream again.
  connectLastFunction(output, end) {
    const { PassThrough } = require('internal/streams/passthrough');
    const through = new PassThrough({ objectMode: true });
    const then = output?.then;
    if (typeof then === 'function') {
      this.pending++;
      then.call(output, (value) => {
        this.value = value;
        if (value != null) through.write(value);
        if (end) through.end();
        process.nextTick(this.onPartDone);
      }, (error) => {
        through.destroy(error);
        process.nextTick(this.onPartDone, error);
      });
    } else if (isIterable(output, true)) {
      this.pending++;
      pumpToNode(output, through, this.onPartDone, end);
    } else if (isReadableStream(output) || isTransformStream(output)) {
      this.pending++;
      pumpToNode(output.readable || output, through, this.onPartDone, end);
    } else {
      throw new codes.ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', output);
    }
    const { destroy, cleanup } = destroyWhenUnfinished(through, false, true);
    this.destroys.push(destroy);
    this.lastStreamCleanups.push(cleanup);
    return through;
  }

  connectNode(input, { stream, isLast, end }) {
    if (isReadableNodeStream(input)) {
      this.pending += 2;
      const cleanup = this.pipe(input, stream, end);
      if (isLast && isReadable(stream)) this.lastStreamCleanups.push(cleanup);
    } else if (isTransformStream(input) || isReadableStream(input)) {
      this.pending++;
      pumpToNode(input.readable || input, stream, this.onPartDone, end);
    } else if (isIterable(input)) {
      this.pending++;
      pumpToNode(input, stream, this.onPartDone, end);
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE('val', sourceTypes, input);
    }
    return stream;
  }

  connectWeb(input, { stream, end }) {
    let source;
    if (isReadableNodeStream(input)) source = toAsyncIterable(input);
    else if (isReadableStream(input) || isIterable(input)) source = input;
    else if (isTransformStream(input)) source = input.readable;
    else throw new codes.ERR_INVALID_ARG_TYPE('val', sourceTypes, input);
    this.pending++;
    pumpToWeb(source, stream, this.onPartDone, end);
    return stream;
  }

  // From stream to stream: two parts, which report when each is done.
  pipe(source, dest, end) {
    let ended = false;
    dest.on('close', () => {
      if (!ended) this.onPartFailed(new codes.ERR_STREAM_PREMATURE_CLOSE());
    });
    source.pipe(dest, { end: false });

    if (end) {
      const endDest = () => {
        ended = true;
        dest.end();
      };
      if (isReadableFinished(source)) process.nextTick(endDest);
      else source.once('end', endDest);
    } else {
      this.onPartDone();
    }

    eos(source, { readable: true, writable: false }, (error) => {
      const state = source._readableState;
      if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && state?.ended && !state.errored &&
          !state.errorEmitted) {
        // Some streams emit 'close' before 'end', which is still to come.
        source.once('end', this.onPartDone).once('error', this.onPartDone);
      } else {
        this.onPartDone(error);
      }
    });
    return eos(dest, { readable: false, writable: true }, this.onPartDone);
  }
}

// Of the errors of the parts the first counts, but what is a mere consequence gives way to a cause:
// that something closed too early, then that it was aborted.
function tellsMore(error, known) {
  if (!known || known.code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
  return known.name === 'AbortError' && error.name !== 'AbortError' &&
    error.code !== 'ERR_STREAM_PREMATURE_CLOSE';
}

function destroyWhenUnfinished(stream, reading, writing) {
  let finished = false;
  stream.on('close', () => { finished = true; });
  const cleanup = eos(stream, { readable: reading, writable: writing }, (error) => {
    finished = !error;
  });
  return {
    destroy(error) {
      if (finished) return;
      finished = true;
      destroyer(stream, error || new codes.ERR_STREAM_DESTROYED('pipe'));
    },
    cleanup,
  };
}

function toAsyncIterable(value) {
  if (isIterable(value)) return value;
  if (isReadableNodeStream(value)) return iterateLater(value);
  throw new codes.ERR_INVALID_ARG_TYPE('val', sourceTypes, value);
}

// A stream of old, which has no iterator. A function that never iterates leaves it alone.
async function* iterateLater(stream) {
  yield* require('internal/streams/async_iterator').iterate(stream);
}

module.exports = { pipeline, runPipeline };
