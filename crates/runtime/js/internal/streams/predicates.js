// Questions about streams of every kind: ours, web streams, and the look-alikes of packages and of
// http. Null means that the question does not apply to the object.
'use strict';

const { kIsDestroyed } = require('internal/streams/destroy');

// Other kinds of streams answer through these.
const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsReadable = Symbol.for('nodejs.stream.readable');
const kIsWritable = Symbol.for('nodejs.stream.writable');
const kIsDisturbed = Symbol.for('nodejs.stream.disturbed');
const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction = Symbol.for('nodejs.webstream.controllerErrorFunction');

const isFunction = (value) => typeof value === 'function';
const isBoolean = (value) => typeof value === 'boolean';

// What it is.

function isNodeStream(object) {
  return Boolean(object && (
    object._readableState || object._writableState ||
    (isFunction(object.on) && (isFunction(object.write) || isFunction(object.pipe)))
  ));
}

// `strict`: it can be paused, too.
function isReadableNodeStream(object, strict = false) {
  if (!object || !isFunction(object.pipe) || !isFunction(object.on)) return false;
  if (strict && (!isFunction(object.pause) || !isFunction(object.resume))) return false;
  if (!object._writableState) return true;
  return Boolean(object._readableState) && object._readableState.readable !== false;
}

function isWritableNodeStream(object) {
  if (!object || !isFunction(object.write) || !isFunction(object.on)) return false;
  return !object._readableState || object._writableState?.writable !== false;
}

function isDuplexNodeStream(object) {
  return Boolean(object && isFunction(object.pipe) && object._readableState &&
    isFunction(object.on) && isFunction(object.write));
}

function isReadableStream(object) {
  return Boolean(object && !isNodeStream(object) && isFunction(object.pipeThrough) &&
    isFunction(object.getReader) && isFunction(object.cancel));
}

function isWritableStream(object) {
  return Boolean(object && !isNodeStream(object) && isFunction(object.getWriter) &&
    isFunction(object.abort));
}

function isTransformStream(object) {
  return Boolean(object && !isNodeStream(object) && typeof object.readable === 'object' &&
    typeof object.writable === 'object');
}

function isWebStream(object) {
  return isReadableStream(object) || isWritableStream(object) || isTransformStream(object);
}

// `isAsync`: true, false, or undefined for either.
function isIterable(object, isAsync) {
  if (object == null) return false;
  if (isAsync !== false && isFunction(object[Symbol.asyncIterator])) return true;
  return isAsync !== true && isFunction(object[Symbol.iterator]);
}

function isOutgoingMessage(stream) {
  return isBoolean(stream._closed) && isBoolean(stream._defaultKeepAlive) &&
    isBoolean(stream._removedConnection) && isBoolean(stream._removedContLen);
}

function isServerResponse(stream) {
  return isBoolean(stream._sent100) && isOutgoingMessage(stream);
}

function isServerRequest(stream) {
  return isBoolean(stream._consuming) && isBoolean(stream._dumped) &&
    stream.req?.upgradeOrConnect === undefined;
}

// How it is.

function isDestroyed(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  return Boolean(stream.destroyed || stream[kIsDestroyed] || state?.destroyed);
}

function isWritableEnded(stream) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  return isBoolean(state?.ended) ? state.ended : null;
}

// `strict` false: also when 'finish' was not emitted yet, but will be for sure.
function isWritableFinished(stream, strict) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = stream._writableState;
  if (state?.errored) return false;
  if (!isBoolean(state?.finished)) return null;
  return state.finished || (strict === false && state.ended === true && state.length === 0);
}

// `strict` as above, with 'end'.
function isReadableFinished(stream, strict) {
  if (!isReadableNodeStream(stream)) return null;
  const state = stream._readableState;
  if (state?.errored) return false;
  if (!isBoolean(state?.endEmitted)) return null;
  return state.endEmitted || (strict === false && state.ended === true && state.length === 0);
}

function isReadable(stream) {
  if (stream && stream[kIsReadable] != null) return stream[kIsReadable];
  if (!isBoolean(stream?.readable)) return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

function isWritable(stream) {
  if (stream && stream[kIsWritable] != null) return stream[kIsWritable];
  if (!isBoolean(stream?.writable)) return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

// Neither readable nor writable any more; `options` may leave out a side.
function isFinished(stream, options) {
  if (!isNodeStream(stream)) return null;
  if (isDestroyed(stream)) return true;
  if (options?.readable !== false && isReadable(stream)) return false;
  if (options?.writable !== false && isWritable(stream)) return false;
  return true;
}

// The error of a side, if any.
function isWritableErrored(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.writableErrored || (stream._writableState?.errored ?? null);
}

function isReadableErrored(stream) {
  if (!isNodeStream(stream)) return null;
  return stream.readableErrored || (stream._readableState?.errored ?? null);
}

function isClosed(stream) {
  if (!isNodeStream(stream)) return null;
  if (isBoolean(stream.closed)) return stream.closed;
  const writable = stream._writableState;
  const readable = stream._readableState;
  if (isBoolean(writable?.closed) || isBoolean(readable?.closed)) {
    return writable?.closed || readable?.closed;
  }
  return isBoolean(stream._closed) && isOutgoingMessage(stream) ? stream._closed : null;
}

function willEmitClose(stream) {
  if (!isNodeStream(stream)) return null;
  const state = stream._writableState || stream._readableState;
  if (!state) return isServerResponse(stream);
  return Boolean(state.autoDestroy && state.emitClose && state.closed === false);
}

function isDisturbed(stream) {
  if (!stream) return false;
  return Boolean(stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted));
}

function isErrored(stream) {
  if (!stream) return false;
  return Boolean(stream[kIsErrored] ?? stream.readableErrored ?? stream.writableErrored ??
    stream._readableState?.errorEmitted ?? stream._writableState?.errorEmitted ??
    stream._readableState?.errored ?? stream._writableState?.errored);
}

module.exports = {
  isClosed,
  isDestroyed,
  isDisturbed,
  isDuplexNodeStream,
  isErrored,
  isFinished,
  isIterable,
  isNodeStream,
  isReadable,
  isReadableErrored,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isServerRequest,
  isTransformStream,
  isWebStream,
  isWritable,
  isWritableErrored,
  isWritableFinished,
  isWritableNodeStream,
  isWritableStream,
  kControllerErrorFunction,
  kIsClosedPromise,
  willEmitClose,
};
