// Web streams as the rest of the library sees them. Loads nothing: as long as a script has made no web
// stream, nothing is one.
'use strict';

// Set by the classes' own files: what is behind a public object, undefined if it is none of theirs.
const cores = {
  readable: nothing,
  writable: nothing,
  transform: nothing,
};

function nothing() {
  return undefined;
}

function readableCoreOf(value) {
  return cores.readable(value);
}

function writableCoreOf(value) {
  return cores.writable(value);
}

function isReadableStream(value) {
  return cores.readable(value) !== undefined;
}

function isWritableStream(value) {
  return cores.writable(value) !== undefined;
}

function isTransformStream(value) {
  return cores.transform(value) !== undefined;
}

function isWebStream(value) {
  return isReadableStream(value) || isWritableStream(value) || isTransformStream(value);
}

// Calls back, with the error if there is one, when a ReadableStream or WritableStream has ended; in a
// microtask in any case.
function whenClosed(stream, callback) {
  const core = cores.readable(stream) ?? cores.writable(stream);
  const { react } = require('internal/webstreams/outcome');
  react(core.closedPromise().promise, () => callback(), callback);
}

// Puts a ReadableStream or WritableStream that is not over yet into the state of an error.
function errorStream(stream, reason) {
  const readable = cores.readable(stream);
  if (readable !== undefined) readable.source.fail(reason);
  else cores.writable(stream).fail(reason);
}

const kReadableStates = ['readable', 'closed', 'errored'];
const kWritableStates = ['writable', 'closed', 'erroring', 'errored'];

function stateOf(stream) {
  const readable = cores.readable(stream);
  return readable !== undefined ? kReadableStates[readable.state] : kWritableStates[cores.writable(stream).state];
}

// readable.pipeTo(writable, options), whatever a script has made of the prototypes.
function pipe(readable, writable, options) {
  const { pipeTo } = require('internal/webstreams/pipe');
  return pipeTo(cores.readable(readable), cores.writable(writable), options ?? {});
}

module.exports = {
  cores,
  errorStream,
  isReadableStream,
  isTransformStream,
  isWebStream,
  isWritableStream,
  pipe,
  readableCoreOf,
  stateOf,
  whenClosed,
  writableCoreOf,
};
