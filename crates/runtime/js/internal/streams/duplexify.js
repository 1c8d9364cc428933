// Duplex.from(): anything that can be read from or written to, as a Duplex.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { Duplex } = require('internal/streams/duplex');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { eos } = require('internal/streams/end_of_stream');
const { from } = require('internal/streams/from');
const {
  isDuplexNodeStream,
  isIterable,
  isNodeStream,
  isReadable,
  isReadableNodeStream,
  isReadableStream,
  isWritable,
  isWritableNodeStream,
  isWritableStream,
} = require('internal/streams/predicates');

class Duplexify extends Duplex {}

function duplexify(body, name) {
  if (isDuplexNodeStream(body)) return body;
  if (isReadableNodeStream(body)) return joinSides(body, undefined);
  if (isWritableNodeStream(body)) return joinSides(undefined, body);
  if (isNodeStream(body)) return joinSides(undefined, undefined);
  if (isReadableStream(body)) return joinSides(Readable.fromWeb(body), undefined);
  if (isWritableStream(body)) return joinSides(undefined, Writable.fromWeb(body));
  if (typeof body === 'function') return fromFunction(body, name);
  if (isBlob(body)) return duplexify(body.arrayBuffer(), name);
  if (isIterable(body)) return from(Duplexify, body, { objectMode: true, writable: false });
  if (isReadableStream(body?.readable) && isWritableStream(body?.writable)) {
    return Duplex.fromWeb(body);
  }
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object') {
    return fromPair(body, name);
  }
  if (typeof body?.then === 'function') return fromPromise(body);
  throw new codes.ERR_INVALID_ARG_TYPE(name, [
    'Blob',
    'ReadableStream',
    'WritableStream',
    'Stream',
    'Iterable',
    'AsyncIterable',
    'Function',
    '{ readable, writable } pair',
    'Promise',
  ], body);
}

function isBlob(body) {
  return typeof body === 'object' && body instanceof require('buffer').Blob;
}

function fromPair({ readable, writable }, name) {
  if (readable && !isReadableNodeStream(readable)) readable = duplexify(readable, name);
  if (writable && !isWritableNodeStream(writable)) writable = duplexify(writable, name);
  return joinSides(readable || undefined, writable || undefined);
}

function fromPromise(promise) {
  const duplex = new Duplexify({ objectMode: true, writable: false, read() {} });
  promise.then((value) => {
    if (value != null) duplex.push(value);
    duplex.push(null);
  }, (error) => destroyer(duplex, error));
  return duplex;
}

// An async generator function makes a transform, an async function a writable stream; each is given
// an iterable of what is written.
function fromFunction(fn, name) {
  const input = new FunctionInput();
  const result = fn(input.chunks(), { signal: input.signal });
  // It was a class, or a factory of streams.
  if (isDuplexNodeStream(result)) return result;

  const write = (chunk, encoding, callback) => input.give({ chunk, done: false, callback });
  const final = (callback) => input.give({ done: true, callback });
  const destroy = (error, callback) => {
    input.abort();
    callback(error);
  };

  if (isIterable(result)) {
    return from(Duplexify, result, { objectMode: true, write, final, destroy });
  }
  if (typeof result?.then !== 'function') {
    throw new codes.ERR_INVALID_RETURN_VALUE(
      'Iterable, AsyncIterable or AsyncFunction', name, result);
  }

  let duplex;
  const settled = result.then((value) => {
    if (value != null) throw new codes.ERR_INVALID_RETURN_VALUE('nully', 'body', value);
  }, (error) => destroyer(duplex, error));
  duplex = new Duplexify({
    objectMode: true,
    readable: false,
    write,
    final(callback) {
      final(() => settled.then(
        () => process.nextTick(callback, null),
        (error) => process.nextTick(callback, error),
      ));
    },
    destroy,
  });
  return duplex;
}

// What is written to a function's stream, as the function sees it.
class FunctionInput {
  constructor() {
    this.controller = new (require('internal/abort_controller').AbortController)();
    this.signal = this.controller.signal;
    this.expectNext();
  }

  expectNext() {
    this.next = new Promise((resolve) => { this.give = resolve; });
  }

  // A function that waits for a chunk must not wait for ever.
  abort() {
    this.controller.abort();
    this.give({ done: true, callback() {} });
  }

  async* chunks() {
    const { signal } = this;
    for (;;) {
      const { chunk, done, callback } = await this.next;
      process.nextTick(callback);
      if (done) return;
      if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
      this.expectNext();
      yield chunk;
    }
  }
}

// A Duplex that reads from one stream and writes to another, and is closed when both are.
function joinSides(source, writer) {
  const reader = source && typeof source.read !== 'function' ? Readable.wrap(source) : source;
  const readable = Boolean(isReadable(reader));
  const writable = Boolean(isWritable(writer));
  // Callbacks that wait for an event of one of the two.
  let onDrain = null;
  let onFinish = null;
  let onReadable = null;
  let onClose;

  const duplex = new Duplexify({
    readableObjectMode: Boolean(reader?.readableObjectMode),
    writableObjectMode: Boolean(writer?.writableObjectMode),
    readable,
    writable,
  });

  function onSideDone(error) {
    const callback = onClose;
    onClose = null;
    if (callback) callback(error);
    else if (error) duplex.destroy(error);
  }

  if (writable) {
    eos(writer, (error) => {
      if (error) destroyer(reader, error);
      onSideDone(error);
    });
    duplex._write = (chunk, encoding, callback) => {
      if (writer.write(chunk, encoding)) callback();
      else onDrain = callback;
    };
    duplex._final = (callback) => {
      writer.end();
      onFinish = callback;
    };
    writer.on('drain', () => {
      const callback = onDrain;
      onDrain = null;
      callback?.();
    });
    writer.on('finish', () => {
      const callback = onFinish;
      onFinish = null;
      callback?.();
    });
  }

  if (readable) {
    eos(reader, (error) => {
      if (error) destroyer(writer, error);
      onSideDone(error);
    });
    reader.on('readable', () => {
      const callback = onReadable;
      onReadable = null;
      callback?.();
    });
    reader.on('end', () => duplex.push(null));
    duplex._read = () => {
      for (;;) {
        const chunk = reader.read();
        if (chunk === null) {
          onReadable = duplex._read;
          return;
        }
        if (!duplex.push(chunk)) return;
      }
    };
  }

  duplex._destroy = (error, callback) => {
    if (!error && onClose !== null) error = new AbortError();
    onReadable = null;
    onDrain = null;
    onFinish = null;
    if (onClose === null) {
      callback(error);
    } else {
      onClose = callback;
      destroyer(writer, error);
      destroyer(reader, error);
    }
  };

  return duplex;
}

module.exports = { duplexify };
