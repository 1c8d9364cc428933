// Codecs as transforms of stream/iter: objects whose transform() makes batches out of batches.
'use strict';

const native = binding('zlib');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { codes: errors } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { constants } = require('internal/zlib/constants');
const { numberOr } = require('internal/zlib/checks');
const { kinds } = require('internal/zlib/codecs');

const kNoOptions = { __proto__: null };
const kUsualRoom = 64 * 1024;
const kMostRoom = 16 * 1024 * 1024;
const kNothing = new Uint8Array(0);

// A codec at work for one stream.
class Work {
  constructor(kind, options) {
    if (options.params !== undefined) checkParams(options.params);
    const chunkSize =
      numberOr(kUsualRoom, options.chunkSize, 'options.chunkSize', constants.Z_MIN_CHUNK, constants.Z_MAX_CHUNK);
    this.room = Math.min(Math.trunc(chunkSize), kMostRoom);
    this.flushes = kind.flushes;
    this.codec = kind.make(kind, kind.settingsOf(kind, options), false);
    // Whether the data has come to its end before the source did.
    this.isOver = false;
  }

  // Takes what came of a step, and says where to go on in the input; -1 if there is nothing more to do.
  take(batch, input, offset, bytes, consumed) {
    if (bytes.length > 0) batch.push(asBuffer(bytes));
    offset += consumed;
    if (bytes.length === this.room) return offset;
    if (offset < input.byteLength) this.isOver = true;
    return -1;
  }

  stepSync(batch, input, flush) {
    let offset = 0;
    while (offset >= 0 && !this.isOver) {
      const { 0: bytes, 1: consumed } =
        native.write(this.codec, input, offset, input.byteLength - offset, this.room, flush, undefined);
      offset = this.take(batch, input, offset, bytes, consumed);
    }
  }

  step(batch, input, flush, offset = 0) {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        native.write(this.codec, input, offset, input.byteLength - offset, this.room, flush,
          (error, bytes, consumed) => {
            if (error) {
              reject(error);
              return;
            }
            offset = this.take(batch, input, offset, bytes, consumed);
            // A batch that is large enough is given before the rest is made.
            if (offset >= 0 && !this.isOver && batch.length < 4) goOn();
            else resolve(this.isOver ? -1 : offset);
          });
      };
      goOn();
    });
  }
}

function checkParams(params) {
  if (params === null || typeof params !== 'object') {
    throw new errors.ERR_INVALID_ARG_TYPE('options.params', 'Object', params);
  }
}

async function* through(kind, options, source) {
  const work = new Work(kind, options);
  for await (const batch of source) {
    const inputs = batch ?? [kNothing];
    const flush = batch === null ? work.flushes.finish : work.flushes.usual;
    for (let i = 0; i < inputs.length && !work.isOver; i++) {
      let offset = 0;
      do {
        const output = [];
        offset = await work.step(output, inputs[i], flush, offset);
        if (output.length > 0) yield output;
      } while (offset >= 0);
    }
  }
}

function* throughSync(kind, options, source) {
  const work = new Work(kind, options);
  for (const batch of source) {
    const inputs = batch ?? [kNothing];
    const flush = batch === null ? work.flushes.finish : work.flushes.usual;
    const output = [];
    for (let i = 0; i < inputs.length && !work.isOver; i++) work.stepSync(output, inputs[i], flush);
    if (output.length > 0) yield output;
  }
}

function maker(name, className, run) {
  const kind = kinds[className];
  const { [name]: make } = {
    [name]: function(options = kNoOptions) {
      validateObject(options, 'options');
      return { __proto__: null, transform(source) { return run(kind, options, source); } };
    },
  };
  return make;
}

function transformOf(name, className) {
  return maker(name, className, through);
}

function syncTransformOf(name, className) {
  return maker(name, className, throughSync);
}

module.exports = { syncTransformOf, transformOf };
