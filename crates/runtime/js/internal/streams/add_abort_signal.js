// stream.addAbortSignal(): a stream that is destroyed when a signal aborts.
'use strict';

const { AbortError, codes } = require('internal/errors');

function addAbortSignal(signal, stream) {
  const { validateAbortSignal } = require('internal/validators');
  const { isNodeStream, isWebStream } = require('internal/streams/predicates');
  if (signal === undefined) throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  if (!isNodeStream(stream) && !isWebStream(stream)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return addAbortSignalNoValidate(signal, stream);
}

function addAbortSignalNoValidate(signal, stream) {
  if (typeof signal !== 'object' || !('aborted' in signal)) return stream;
  const { isNodeStream, kControllerErrorFunction } = require('internal/streams/predicates');
  const abort = () => {
    const error = new AbortError(undefined, { cause: signal.reason });
    if (isNodeStream(stream)) stream.destroy(error);
    else stream[kControllerErrorFunction](error);
  };
  if (signal.aborted) {
    abort();
  } else {
    const { addAbortListener } = require('internal/events/abort_listener');
    const { eos } = require('internal/streams/end_of_stream');
    const listener = addAbortListener(signal, abort);
    eos(stream, listener[Symbol.dispose]);
  }
  return stream;
}

module.exports = { addAbortSignal, addAbortSignalNoValidate };
