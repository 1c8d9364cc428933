// stream.addAbortSignal(): a stream that is destroyed when a signal is aborted.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { NODE_STREAM, WEB_PAIR, nodeKindOf, webKindOf } = require('internal/streams/kind');

// Web streams have a method of this name that makes them fail.
const kControllerErrorFunction = Symbol.for('nodejs.webstream.controllerErrorFunction');

function isSignal(value) {
  return typeof value === 'object' && value !== null && 'aborted' in value;
}

function addAbortSignal(signal, stream) {
  if (!isSignal(signal)) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  if ((nodeKindOf(stream) || (webKindOf(stream) & ~WEB_PAIR)) === 0) {
    throw new codes.ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return addAbortSignalNoValidate(signal, stream);
}

// For the option `signal` of streams, which is ignored if it is something else.
function addAbortSignalNoValidate(signal, stream) {
  if (!isSignal(signal)) return stream;
  const isEmitter = (nodeKindOf(stream) & NODE_STREAM) !== 0;
  const abort = () => {
    const error = new AbortError(undefined, { cause: signal.reason });
    if (isEmitter) stream.destroy(error);
    else stream[kControllerErrorFunction](error);
  };
  if (signal.aborted) {
    abort();
    return stream;
  }
  const listener = require('internal/events/abort_listener').addAbortListener(signal, abort);
  // A signal may live longer than the stream, and must not hold it.
  require('internal/streams/end_of_stream').eos(stream, () => listener[Symbol.dispose]());
  return stream;
}

module.exports = { addAbortSignal, addAbortSignalNoValidate };
