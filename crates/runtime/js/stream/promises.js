// stream/promises: finished() and pipeline() as promises.
'use strict';

const { finished } = require('internal/streams/end_of_stream');

// An object that is nothing to a pipeline, at its end, holds options.
function takeOptions(stages) {
  const last = stages[stages.length - 1];
  if (typeof last !== 'object' || last === null) return undefined;
  const { kindOf } = require('internal/streams/kind');
  return kindOf(last) === 0 ? stages.pop() : undefined;
}

function pipeline(...stages) {
  return new Promise((resolve, reject) => {
    const { runPipeline } = require('internal/streams/pipeline');
    const options = takeOptions(stages);
    runPipeline(stages, (error, value) => {
      if (error) reject(error);
      else resolve(value);
    }, options);
  });
}

module.exports = { finished, pipeline };
