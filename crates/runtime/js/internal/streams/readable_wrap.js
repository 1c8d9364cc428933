// readable.wrap(): an old-style stream, which only emits 'data' and can be paused, as the source of
// a Readable.
'use strict';

const { destroyer, errorOrDestroy } = require('internal/streams/destroy');

function wrap(readable, stream) {
  let paused = false;

  stream.on('data', (chunk) => {
    if (!readable.push(chunk) && stream.pause) {
      paused = true;
      stream.pause();
    }
  });
  stream.on('end', () => readable.push(null));
  stream.on('error', (error) => errorOrDestroy(readable, error));
  stream.on('close', () => readable.destroy());
  stream.on('destroy', () => readable.destroy());

  readable._read = () => {
    if (paused && stream.resume) {
      paused = false;
      stream.resume();
    }
  };

  // What else the old stream can do, the new one can.
  for (const name of Object.keys(stream)) {
    if (readable[name] === undefined && typeof stream[name] === 'function') {
      readable[name] = stream[name].bind(stream);
    }
  }
  return readable;
}

function wrapNew(Readable, source, options) {
  return new Readable({
    objectMode: source.readableObjectMode ?? source.objectMode ?? true,
    ...options,
    destroy(error, callback) {
      destroyer(source, error);
      callback(error);
    },
  }).wrap(source);
}

module.exports = { wrap, wrapNew };
