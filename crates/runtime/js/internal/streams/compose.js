// stream.compose(): a chain of streams as one Duplex, which writes to the first and reads from the
// last.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { Duplex } = require('internal/streams/duplex');
const { eos } = require('internal/streams/end_of_stream');
const { runPipeline } = require('internal/streams/pipeline');
const {
  isNodeStream,
  isReadable,
  isReadableStream,
  isTransformStream,
  isWebStream,
  isWritable,
  isWritableStream,
} = require('internal/streams/predicates');

function canRead(stream) {
  return Boolean(isReadable(stream)) || isReadableStream(stream) || isTransformStream(stream);
}

function canWrite(stream) {
  return Boolean(isWritable(stream)) || isWritableStream(stream) || isTransformStream(stream);
}

function compose(...streams) {
  if (streams.length === 0) throw new codes.ERR_MISSING_ARGS('streams');
  if (streams.length === 1) return Duplex.from(streams[0]);

  const given = [...streams];
  const last = streams.length - 1;
  if (typeof streams[0] === 'function') streams[0] = Duplex.from(streams[0]);
  if (typeof streams[last] === 'function') streams[last] = Duplex.from(streams[last]);
  checkDirections(streams, given);
  return composeStreams(streams);
}

function checkDirections(streams, given) {
  streams.forEach((stream, n) => {
    // Iterables and functions are the pipeline's affair.
    if (!isNodeStream(stream) && !isWebStream(stream)) return;
    if (n < streams.length - 1 && !canRead(stream)) {
      throw new codes.ERR_INVALID_ARG_VALUE(`streams[${n}]`, given[n], 'must be readable');
    }
    if (n > 0 && !canWrite(stream)) {
      throw new codes.ERR_INVALID_ARG_VALUE(`streams[${n}]`, given[n], 'must be writable');
    }
  });
}

function composeStreams(streams) {
  const head = streams[0];
  const tail = runPipeline(streams, onPipelineDone);
  const writable = canWrite(head);
  const readable = canRead(tail);
  // Callbacks that wait for the head, the tail, or the end of it all.
  const waiting = { drain: null, finish: null, close: undefined };

  const duplex = new Duplex({
    writableObjectMode: Boolean(head?.writableObjectMode),
    readableObjectMode: Boolean(tail?.readableObjectMode),
    writable,
    readable,
  });

  function onPipelineDone(error) {
    const callback = waiting.close;
    waiting.close = null;
    if (callback) callback(error);
    else if (error) duplex.destroy(error);
    else if (!readable && !writable) duplex.destroy();
  }

  if (writable) {
    if (isNodeStream(head)) writeToNode(duplex, head, waiting);
    else writeToWeb(duplex, isTransformStream(head) ? head.writable : head);
    eos(isTransformStream(tail) ? tail.readable : tail, () => callOnce(waiting, 'finish'));
  }
  if (readable) {
    if (isNodeStream(tail)) readFromNode(duplex, tail);
    else readFromWeb(duplex, isTransformStream(tail) ? tail.readable : tail);
  }

  duplex._destroy = (error, callback) => {
    if (!error && waiting.close !== null) error = new AbortError();
    waiting.drain = null;
    waiting.finish = null;
    if (isNodeStream(tail)) destroyer(tail, error);
    if (waiting.close === null) callback(error);
    else waiting.close = callback;
  };
  return duplex;
}

function callOnce(waiting, event) {
  const callback = waiting[event];
  waiting[event] = null;
  callback?.();
}

function writeToNode(duplex, head, waiting) {
  duplex._write = (chunk, encoding, callback) => {
    if (head.write(chunk, encoding)) callback();
    else waiting.drain = callback;
  };
  duplex._final = (callback) => {
    head.end();
    waiting.finish = callback;
  };
  head.on('drain', () => callOnce(waiting, 'drain'));
}

function writeToWeb(duplex, head) {
  const writer = head.getWriter();
  duplex._write = async (chunk, encoding, callback) => {
    try {
      await writer.ready;
      writer.write(chunk).catch(() => {});
      callback();
    } catch (error) {
      callback(error);
    }
  };
  duplex._final = async (callback) => {
    try {
      await writer.ready;
      writer.close().catch(() => {});
      callback();
    } catch (error) {
      callback(error);
    }
  };
}

function readFromNode(duplex, tail) {
  tail.on('data', (chunk) => {
    if (!duplex.push(chunk)) tail.pause();
  });
  tail.on('end', () => duplex.push(null));
  duplex._read = () => tail.resume();
}

function readFromWeb(duplex, tail) {
  const reader = tail.getReader();
  duplex._read = async () => {
    for (;;) {
      try {
        const { value, done } = await reader.read();
        if (done) {
          duplex.push(null);
          return;
        }
        if (!duplex.push(value)) return;
      } catch {
        // The pipeline reports it.
        return;
      }
    }
  };
}

// readable.compose(stream)
function composeWith(source, stream, options) {
  if (options != null) require('internal/validators').validateObject(options, 'options');
  if (options?.signal != null) {
    require('internal/validators').validateAbortSignal(options.signal, 'options.signal');
  }
  if (isNodeStream(stream) && !isWritable(stream)) {
    throw new codes.ERR_INVALID_ARG_VALUE('stream', stream, 'must be writable');
  }
  const composed = compose(source, stream);
  if (options?.signal) {
    const { addAbortSignalNoValidate } = require('internal/streams/add_abort_signal');
    addAbortSignalNoValidate(options.signal, composed);
  }
  return composed;
}

module.exports = { compose, composeWith };
