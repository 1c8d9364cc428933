// How far a stream has come. Streams are of many makes: what one of them does not tell is null here.
'use strict';

const {
  NODE_STREAM,
  READ_SIDE,
  WRITE_SIDE,
  nodeKindOf,
} = require('internal/streams/kind');
const { kIsDestroyed } = require('internal/streams/destroy');

// Streams that are not emitters, such as web streams, answer by these.
const kIsDisturbed = Symbol.for('nodejs.stream.disturbed');
const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsReadable = Symbol.for('nodejs.stream.readable');
const kIsWritable = Symbol.for('nodejs.stream.writable');

function isNodeStream(value) {
  return (nodeKindOf(value) & NODE_STREAM) !== 0;
}

// What a stream says of itself in a property that is true or false, null if it has no such property.
function ownWord(stream, name) {
  const word = stream[name];
  return typeof word === 'boolean' ? word : null;
}

// The state that speaks for the stream as a whole.
function mainStateOf(stream) {
  return stream._writableState || stream._readableState;
}

function isDestroyed(stream) {
  if (!isNodeStream(stream)) return null;
  return Boolean(stream.destroyed || stream[kIsDestroyed] || mainStateOf(stream)?.destroyed);
}

// What to look at on each side: the state, what it calls being through ('end' or 'finish' was
// emitted), and the stream's own word for it, which is believed whatever the state says.
const readSide = { kind: READ_SIDE, state: '_readableState', through: 'endEmitted', word: undefined };
const writeSide = { kind: WRITE_SIDE, state: '_writableState', through: 'finished', word: 'writableFinished' };

// Whether a side has come to its end. `isEnough`: also if there is nothing left but the event.
// `kind`: of the stream, if it is known.
function isThrough(stream, side, isEnough, kind) {
  if ((kind & side.kind) === 0) return null;
  if (side.word !== undefined && stream[side.word] === true) return true;
  const state = stream[side.state];
  if (!state) return null;
  if (state.errored) return false;
  const word = ownWord(state, side.through);
  const isEmpty = state.ended === true && state.length === 0;
  return word === false && isEnough ? isEmpty : word;
}

function isReadableFinished(stream, isEnough, kind = nodeKindOf(stream)) {
  return isThrough(stream, readSide, isEnough, kind);
}

function isWritableFinished(stream, isEnough, kind = nodeKindOf(stream)) {
  return isThrough(stream, writeSide, isEnough, kind);
}

function isReadable(stream) {
  if (!stream) return null;
  if (stream[kIsReadable] != null) return stream[kIsReadable];
  const word = ownWord(stream, 'readable');
  if (!word) return word;
  return !isDestroyed(stream) && (nodeKindOf(stream) & READ_SIDE) !== 0 && !isReadableFinished(stream, false);
}

function isWritable(stream) {
  if (!stream) return null;
  if (stream[kIsWritable] != null) return stream[kIsWritable];
  const word = ownWord(stream, 'writable');
  if (!word) return word;
  return !isDestroyed(stream) && (nodeKindOf(stream) & WRITE_SIDE) !== 0 && !isWritableEnded(stream);
}

// Whether end() was called.
function isWritableEnded(stream) {
  if (stream.writableEnded === true) return true;
  const state = stream._writableState;
  return Boolean(state && !state.errored && state.ended);
}

// Whether there is nothing more to come from either side.
function isFinished(stream) {
  if (!isNodeStream(stream)) return null;
  return isDestroyed(stream) || (isReadable(stream) !== true && isWritable(stream) !== true);
}

function isDisturbed(stream) {
  if (!stream) return false;
  return Boolean(stream[kIsDisturbed] ?? (stream.readableDidRead || stream.readableAborted));
}

function isErrored(stream) {
  if (!stream) return false;
  const reads = stream._readableState;
  const writes = stream._writableState;
  return Boolean(stream[kIsErrored] ?? stream.readableErrored ?? stream.writableErrored ??
    reads?.errorEmitted ?? writes?.errorEmitted ?? reads?.errored ?? writes?.errored);
}

// An http.IncomingMessage of a server.
function isServerRequest(stream) {
  return typeof stream._consuming === 'boolean' && typeof stream._dumped === 'boolean' &&
    stream.req?.upgradeOrConnect === undefined;
}

// An http.OutgoingMessage; one of a server has not yet sent its 100-continue, or has.
function isOutgoingMessage(stream) {
  return ['_closed', '_defaultKeepAlive', '_removedConnection', '_removedContLen']
    .every((name) => typeof stream[name] === 'boolean');
}

function isServerResponse(stream) {
  return typeof stream._sent100 === 'boolean' && isOutgoingMessage(stream);
}

// Whether 'close' was emitted, or would have been.
function isClosed(stream) {
  if (typeof stream.closed === 'boolean') return stream.closed;
  const writes = ownWord(stream._writableState ?? stream, 'closed');
  const reads = ownWord(stream._readableState ?? stream, 'closed');
  if (writes !== null || reads !== null) return Boolean(writes || reads);
  return isOutgoingMessage(stream) ? stream._closed : null;
}

// Whether the stream can be relied on to emit 'close' later.
function willEmitClose(stream) {
  const state = mainStateOf(stream);
  if (!state) return isServerResponse(stream);
  return Boolean(state.autoDestroy && state.emitClose && state.closed === false);
}

module.exports = {
  isClosed,
  isDestroyed,
  isDisturbed,
  isErrored,
  isFinished,
  isReadable,
  isReadableFinished,
  isServerRequest,
  isWritable,
  isWritableFinished,
  willEmitClose,
};
