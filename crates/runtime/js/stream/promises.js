// stream/promises: finished() and pipeline() as promises.
'use strict';

// `start(done)` calls `done(error, value)` later. What it throws is a rejection.
function promised(start) {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)));
  });
}

function finished(stream, options) {
  const { eos } = require('internal/streams/end_of_stream');
  const tidies = options?.cleanup;
  if (tidies !== undefined) require('internal/validators').validateBoolean(tidies, 'cleanup');
  return promised((done) => {
    const endWatch = eos(stream, options, (error) => {
      if (tidies) endWatch();
      done(error);
    });
  });
}

function pipeline(...stages) {
  const { runPipeline } = require('internal/streams/pipeline');
  return promised((done) => runPipeline(stages, done, takeOptions(stages)));
}

// An object that is nothing to a pipeline, at its end, holds options.
function takeOptions(stages) {
  const last = stages[stages.length - 1];
  if (typeof last !== 'object' || last === null) return undefined;
  const { kindOf } = require('internal/streams/kind');
  return kindOf(last) === 0 ? stages.pop() : undefined;
}

module.exports = { finished, pipeline };
