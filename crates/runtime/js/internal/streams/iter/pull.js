// pull() and pullSync(): sources seen through transforms, read only as far as somebody asks.
'use strict';

const { optionsFrom, signalFrom, splitOptions, checkTransforms } = require('internal/streams/iter/arguments');
const {
  batchOfOutput, batchOfResult, batchOfSyncOutput, batchOfSyncResult,
} = require('internal/streams/iter/values');
const {
  IteratorReader, Turns, generatorOf, isAtHand, streamOf, withSignal,
} = require('internal/streams/iter/reader');
const { batchesOf, sourceOpener, syncSourceOpener, syncStreamOf } = require('internal/streams/iter/from');

// What the stages of a pipeline have in common.
class Pipeline {
  constructor(source) {
    this.source = source;
    this.over = false;
    this.controller = undefined;
  }

  // Every call of a transform gets an object of its own.
  options() {
    if (this.controller === undefined) {
      const { AbortController } = require('internal/abort_controller');
      this.controller = new AbortController();
    }
    return { __proto__: null, signal: this.controller.signal };
  }

  // A stage failed, or its source did: whoever comes first is the reason.
  async fail(error) {
    if (!this.over) {
      this.over = true;
      this.controller?.abort(error);
      try {
        await this.source.close();
      } catch {
        // The first error counts.
      }
    }
    throw error;
  }

  cancel(reason) {
    this.over = true;
    this.controller?.abort(reason);
  }
}

// A transform that is a function of batches.
class FunctionStage {
  constructor(pipeline, upstream, transform) {
    this.pipeline = pipeline;
    this.upstream = upstream;
    this.transform = transform;
    this.flushed = false;
  }

  read() {
    try {
      while (!this.flushed && !this.pipeline.over) {
        const input = this.upstream.read();
        if (!isAtHand(input)) return this.applyLater(input);
        const output = this.apply(input);
        if (!isAtHand(output)) return this.giveLater(output);
        if (output !== null) return output;
      }
      return null;
    } catch (error) {
      return this.pipeline.fail(error);
    }
  }

  apply(input) {
    if (input === null) this.flushed = true;
    const { transform } = this;
    return batchOfResult(transform(input, this.pipeline.options()));
  }

  async applyLater(pending) {
    try {
      const input = await pending;
      if (this.pipeline.over) return null;
      let output = this.apply(input);
      if (!isAtHand(output)) output = await output;
      return output ?? this.read();
    } catch (error) {
      return this.pipeline.fail(error);
    }
  }

  async giveLater(pending) {
    try {
      return await pending ?? this.read();
    } catch (error) {
      return this.pipeline.fail(error);
    }
  }

  close() {
    return this.upstream.close();
  }
}

// The source as a transform sees it: at its end comes a null, the time to give what was kept back.
class FlushingTurns extends Turns {
  constructor(reader) {
    super(reader);
    this.flushed = false;
  }

  result(batch) {
    if (batch !== null || this.flushed) return super.result(batch);
    this.flushed = true;
    return { value: null, done: false };
  }
}

// A transform that is a function of the whole source.
class ObjectStage {
  constructor(pipeline, upstream, transform) {
    this.pipeline = pipeline;
    this.inner = new IteratorReader(() => {
      const source = generatorOf(upstream, FlushingTurns);
      const output = transform.transform(source, pipeline.options());
      return output[Symbol.asyncIterator]?.() ?? iteratorFrom(output);
    }, batchOfOutput, (error) => pipeline.fail(error));
  }

  read() {
    return this.pipeline.over ? null : this.inner.read();
  }

  close() {
    return this.inner.close();
  }
}

function iteratorFrom(output) {
  if (typeof output[Symbol.iterator] !== 'function') throw new TypeError('output is not async iterable');
  return output[Symbol.iterator]();
}

// The end of a pipeline.
class PipelineReader {
  constructor(openSource, transforms, signal) {
    this.pipeline = new Pipeline(openSource());
    this.signal = signal;
    this.started = false;
    let stage = this.pipeline.source;
    for (let i = 0; i < transforms.length; i++) {
      const Stage = typeof transforms[i] === 'function' ? FunctionStage : ObjectStage;
      stage = new Stage(this.pipeline, stage, transforms[i]);
    }
    this.last = stage;
  }

  read() {
    this.started = true;
    return this.pipeline.over ? null : this.last.read();
  }

  close() {
    if (this.pipeline.over) return undefined;
    const reason = this.signal?.aborted ? this.signal.reason : abortReason();
    const closed = this.started ? this.last.close() : undefined;
    this.pipeline.cancel(reason);
    return closed;
  }
}

function abortReason() {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException('Aborted', 'AbortError');
}

function openPipeline(open, transforms, signal) {
  return withSignal(transforms.length === 0 ? open() : new PipelineReader(open, transforms, signal), signal);
}

function pull(source, ...transforms) {
  const signal = signalFrom(optionsFrom(splitOptions(transforms)));
  const open = sourceOpener(source);
  // A second iteration goes on where the first one is.
  let reader;
  return transformed(() => reader ??= open(), transforms, signal);
}

// A stream that reads what `open` gives through transforms.
function transformed(open, transforms, signal) {
  return streamOf(() => openPipeline(open, transforms, signal));
}

// The sync forms of the stages are generators: there is nothing to wait for.
function* throughFunction(source, transform) {
  for (const input of source) {
    const output = batchOfSyncResult(transform(input));
    if (output !== null) yield output;
  }
  const last = batchOfSyncResult(transform(null));
  if (last !== null) yield last;
}

function* withFlush(source) {
  yield* source;
  yield null;
}

function* throughObject(source, transform) {
  const output = transform.transform(withFlush(source));
  if (typeof output?.[Symbol.iterator] !== 'function') throw new TypeError('output is not iterable');
  for (const value of output) {
    const batch = batchOfSyncOutput(value);
    if (batch !== null) yield batch;
  }
}

function throughAll(source, transforms) {
  for (let i = 0; i < transforms.length; i++) {
    source = typeof transforms[i] === 'function' ?
      throughFunction(source, transforms[i]) : throughObject(source, transforms[i]);
  }
  return source;
}

function pullSync(source, ...transforms) {
  checkTransforms(transforms);
  const open = syncSourceOpener(source);
  return transforms.length === 0 ? syncStreamOf(open) : syncTransformed(open, transforms);
}

function syncTransformed(open, transforms) {
  return { __proto__: null, *[Symbol.iterator]() { yield* throughAll(batchesOf(open()), transforms); } };
}

module.exports = { openPipeline, pull, pullSync, syncTransformed, throughAll, transformed };
