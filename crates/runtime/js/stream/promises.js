// stream/promises: finished() and pipeline() as promises.
'use strict';

const { finished } = require('internal/streams/end_of_stream');

function pipeline(...streams) {
  const { isIterable, isNodeStream, isWebStream } = require('internal/streams/predicates');
  const { runPipeline } = require('internal/streams/pipeline');
  return new Promise((resolve, reject) => {
    let options;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last) &&
        !isWebStream(last)) {
      options = streams.pop();
      if (options.signal !== undefined) {
        const { validateAbortSignal } = require('internal/validators');
        validateAbortSignal(options.signal, 'options.signal');
      }
    }
    runPipeline(streams, (error, value) => {
      if (error) reject(error);
      else resolve(value);
    }, options);
  });
}

module.exports = { finished, pipeline };
