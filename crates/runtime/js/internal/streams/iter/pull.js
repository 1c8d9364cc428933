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

// Transforms that are functions of batches, and follow each other.
class FunctionStage {
  constructor(pipeline, upstream, functions) {
    this.pipeline = pipeline;
    this.upstream = upstream;
    this.functions = functions;
    // At the end every function is asked, in order, for what it has kept back.
    this.ended = false;
    this.flushed = 0;
  }

  read() {
    try {
      while (!this.pipeline.over && this.flushed < this.functions.length) {
        const foreign = this.ended ? undefined : this.upstream.ask?.();
        if (foreign !== undefined) return this.takeLater(foreign);
        const output = this.ended ? this.callFrom(this.flushed++, null) : this.apply(this.upstream.read());
        if (!isAtHand(output)) return this.giveLater(output);
        if (output !== null) return output;
      }
      return null;
    } catch (error) {
      return this.pipeline.fail(error);
    }
  }

  // What the functions make of an input; null if that is nothing.
  apply(input) {
    if (!isAtHand(input)) return input.then((batch) => this.apply(batch));
    if (input !== null) return this.callFrom(0, input);
    this.ended = true;
    return null;
  }

  callFrom(first, input) {
    for (let i = first; i < this.functions.length; i++) {
      const transform = this.functions[i];
      const output = batchOfResult(transform(input, this.pipeline.options()));
      if (!isAtHand(output)) return this.callLater(i + 1, output);
      if (output === null) return null;
      input = output;
    }
    return input;
  }

  async callLater(next, pending) {
    const input = await pending;
    return input === null ? null : this.callFrom(next, input);
  }

  async takeLater(foreign) {
    try {
      let output = this.apply(this.upstream.take(await foreign));
      if (!isAtHand(output)) output = await output;
      return this.pipeline.over ? null : output ?? this.read();
    } catch (error) {
      return this.pipeline.fail(error);
    }
  }

  async giveLater(pending) {
    try {
      const output = await pending;
      return this.pipeline.over ? null : output ?? this.read();
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

// Functions that follow each other are one stage, an object is one.
function forEachStage(transforms, onFunctions, onObject) {
  for (let i = 0; i < transforms.length; i++) {
    if (typeof transforms[i] !== 'function') {
      onObject(transforms[i]);
      continue;
    }
    const first = i;
    while (typeof transforms[i + 1] === 'function') i++;
    onFunctions(transforms.slice(first, i + 1));
  }
}

// The end of a pipeline.
class PipelineReader {
  constructor(openSource, transforms, signal) {
    this.pipeline = new Pipeline(openSource());
    this.signal = signal;
    this.started = false;
    this.last = this.pipeline.source;
    forEachStage(transforms, (functions) => {
      this.last = new FunctionStage(this.pipeline, this.last, functions);
    }, (transform) => {
      this.last = new ObjectStage(this.pipeline, this.last, transform);
    });
  }

  read() {
    this.started = true;
    return this.pipeline.over ? null : this.last.read();
  }

  close() {
    if (this.pipeline.over) return undefined;
    const reason = this.signal?.aborted ? this.signal.reason : abortReason();
    const closed = this.started ? this.closeStages() : undefined;
    this.pipeline.cancel(reason);
    return closed;
  }

  // The last one closes those before it, unless a transform does not care for its source.
  async closeStages() {
    await this.last.close();
    await this.pipeline.source.close();
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
function* throughFunctions(source, functions) {
  for (const input of source) {
    const output = callSync(functions, 0, input);
    if (output !== null) yield output;
  }
  for (let i = 0; i < functions.length; i++) {
    const output = callSync(functions, i, null);
    if (output !== null) yield output;
  }
}

function callSync(functions, first, input) {
  for (let i = first; i < functions.length; i++) {
    const transform = functions[i];
    input = batchOfSyncResult(transform(input));
    if (input === null) return null;
  }
  return input;
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
  forEachStage(transforms, (functions) => {
    source = throughFunctions(source, functions);
  }, (transform) => {
    source = throughObject(source, transform);
  });
  return source;
}

function pullSync(source, ...transforms) {
  checkTransforms(transforms);
  const open = syncSourceOpener(source);
  return transforms.length === 0 ? syncStreamOf(open) : syncTransformed(open, transforms);
}

function syncTransformed(open, transforms) {
  return { __proto__: null, [Symbol.iterator]() { return throughAll(batchesOf(open()), transforms); } };
}

module.exports = { openPipeline, pull, pullSync, syncTransformed, throughAll, transformed };
