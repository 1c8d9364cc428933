// pipeTo() and pipeToSync(): all of a stream, through transforms, into a writer.
'use strict';

const { codes } = require('internal/errors');
const {
  byteLengthOf, checkTransforms, optionsFrom, signalFrom,
} = require('internal/streams/iter/arguments');
const { hasMethod } = require('internal/streams/iter/values');
const { isAtHand, nop } = require('internal/streams/iter/reader');
const { batchesOf, sourceOpener, syncSourceOpener } = require('internal/streams/iter/from');
const { openPipeline, throughAll } = require('internal/streams/iter/pull');

// Transforms, a writer and perhaps options. A writer is what has a method of this name.
function splitArguments(args, method) {
  const last = args.length - 1;
  const at = last >= 1 && !hasMethod(args[last], method) ? last - 1 : last;
  const writer = args[at];
  if (!hasMethod(writer, method)) {
    throw new codes.ERR_INVALID_ARG_VALUE('args', args, 'pipeTo requires a writer argument');
  }
  const options = optionsFrom(args[at + 1]);
  const transforms = args.slice(0, at);
  checkTransforms(transforms);
  const preventClose = Boolean(options.preventClose);
  const preventFail = Boolean(options.preventFail);
  return { __proto__: null, writer, transforms, preventClose, preventFail, signal: signalFrom(options) };
}

// A writer, and which of its methods there are. The sync ones are tried first.
class Sink {
  constructor(writer, signal) {
    this.writer = writer;
    this.options = signal === undefined ? undefined : { __proto__: null, signal };
    this.hasWriteSync = typeof writer.writeSync === 'function';
    this.hasWritev = typeof writer.writev === 'function';
    this.hasWritevSync = this.hasWritev && typeof writer.writevSync === 'function';
  }

  // A promise if the writer takes its time.
  write(batch) {
    const { writer } = this;
    if (this.hasWritev && batch.length > 1) {
      return this.hasWritevSync && writer.writevSync(batch) ? undefined : writer.writev(batch, this.options);
    }
    if (!this.hasWriteSync) return this.writeFrom(batch, 0);
    for (let i = 0; i < batch.length; i++) {
      if (!writer.writeSync(batch[i])) return this.writeFrom(batch, i);
    }
    return undefined;
  }

  // Goes on with a chunk that was refused. The writer is asked once more if it takes it now: writers
  // see that.
  async writeFrom(batch, at) {
    const { writer } = this;
    for (let i = at; i < batch.length; i++) {
      if (!this.hasWriteSync || !writer.writeSync(batch[i])) await writer.write(batch[i], this.options);
    }
  }

  end() {
    const { writer } = this;
    if (typeof writer.endSync === 'function' && writer.endSync() >= 0) return undefined;
    return typeof writer.end === 'function' ? writer.end(this.options) : undefined;
  }
}

async function pipeTo(source, ...args) {
  const { writer, transforms, preventClose, preventFail, signal } = splitArguments(args, 'write');
  const open = sourceOpener(source);
  const sink = new Sink(writer, signal);
  let written = 0;
  let reader;
  try {
    reader = openPipeline(open, transforms, signal);
    for (;;) {
      let batch = reader.read();
      if (!isAtHand(batch)) batch = await batch;
      if (batch === null) break;
      const pending = sink.write(batch);
      if (pending !== undefined) await pending;
      written += byteLengthOf(batch);
    }
    if (!preventClose) await sink.end();
  } catch (error) {
    await reader?.close()?.catch(nop);
    if (!preventFail && typeof writer.fail === 'function') writer.fail(error);
    throw error;
  }
  return written;
}

function writeBatchSync(writer, batch) {
  if (batch.length > 1 && typeof writer.writevSync === 'function') {
    checkTaken(writer.writevSync(batch));
    return;
  }
  for (let i = 0; i < batch.length; i++) checkTaken(writer.writeSync(batch[i]));
}

function checkTaken(answer) {
  if (answer === false) throw new codes.ERR_OUT_OF_RANGE('write', 'within byte budget', 'budget exhausted');
}

function pipeToSync(source, ...args) {
  const { writer, transforms, preventClose, preventFail } = splitArguments(args, 'writeSync');
  if (!preventClose && typeof writer.endSync !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('writer.endSync', 'function', writer.endSync);
  }
  const open = syncSourceOpener(source);
  let written = 0;
  try {
    for (const batch of throughAll(batchesOf(open()), transforms)) {
      writeBatchSync(writer, batch);
      written += byteLengthOf(batch);
    }
    if (!preventClose && writer.endSync() < 0) {
      throw new codes.ERR_INVALID_STATE('Writer could not be closed synchronously');
    }
  } catch (error) {
    if (!preventFail && typeof writer.fail === 'function') writer.fail(error);
    throw error;
  }
  return written;
}

module.exports = { pipeTo, pipeToSync };
