// The tracing channel `node.test`: whoever listens hears of tests as they start, fail and end.
'use strict';

const { AsyncLocalStorage } = require('internal/async_local_storage');

let channels;

function all() {
  channels ??= require('diagnostics_channel').tracingChannel('node.test');
  return channels;
}

function describe({ harness, kind, name, nesting, place }) {
  return { __proto__: null, name, nesting, file: place?.file ?? harness.root?.place?.file, type: kind };
}

// Calls a function as the body of a test. What the channel binds stays until the test has ended.
function traceBody(test, body) {
  const { hasSubscribers, start } = all();
  if (!hasSubscribers) return body();
  return start.runStores(describe(test), () => {
    test.traced = AsyncLocalStorage.snapshot();
    return body();
  });
}

function publish(test, channel, properties) {
  if (!channel.hasSubscribers) return;
  const data = Object.assign(describe(test), properties);
  if (test.traced === undefined) channel.publish(data);
  else test.traced(() => channel.publish(data));
}

function traceError(test, error) {
  publish(test, all().error, { error });
}

function traceEnd(test) {
  publish(test, all().end, undefined);
}

module.exports = { traceBody, traceError, traceEnd };
