// Duplex.from(): a duplex stream of whatever can be written to or read from.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { Duplex } = require('internal/streams/duplex');
const { eos } = require('internal/streams/end_of_stream');
const { Facade } = require('internal/streams/facade');
const { from } = require('internal/streams/from');
const {
  BOTH_SIDES,
  FUNCTION,
  ITERABLE,
  NODE_STREAM,
  READ_SIDE,
  WEB_PAIR,
  WEB_READABLE,
  WEB_WRITABLE,
  WRITE_SIDE,
  kindOf,
  nodeKindOf,
  webKindOf,
} = require('internal/streams/kind');
const { isReadable, isWritable } = require('internal/streams/predicates');

// The name shows when a stream is printed.
class Duplexify extends Duplex {}

// `name`: of the argument, for errors.
function duplexify(body, name) {
  const kind = kindOf(body);
  if ((kind & NODE_STREAM) !== 0) return fromStream(body, kind);
  if ((kind & WEB_READABLE) !== 0) return joinSides(web().readableFromWeb(body), undefined);
  if ((kind & WEB_WRITABLE) !== 0) return joinSides(undefined, web().writableFromWeb(body));
  if ((kind & FUNCTION) !== 0) return fromFunction(body, name);
  if (isBlob(body)) return duplexify(body.arrayBuffer(), name);
  if ((kind & ITERABLE) !== 0) return from(Duplexify, body, { objectMode: true, writable: false });
  if ((kind & WEB_PAIR) !== 0 && isWebPair(body)) return web().duplexFromWeb(body);
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object') return fromPair(body);
  const then = body?.then;
  if (typeof then === 'function') return fromPromise(body, then);
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

function web() {
  return require('internal/streams/web');
}

function isWebPair({ readable, writable }) {
  return webKindOf(readable) === WEB_READABLE && webKindOf(writable) === WEB_WRITABLE;
}

function isBlob(value) {
  return typeof value === 'object' && value !== null && value instanceof require('internal/buffer/blob').Blob;
}

function fromStream(stream, kind) {
  const hasBoth = (kind & BOTH_SIDES) === BOTH_SIDES || (stream._readableState && stream._writableState);
  if (hasBoth) return stream;
  return joinSides(
    (kind & READ_SIDE) !== 0 ? stream : undefined,
    (kind & WRITE_SIDE) !== 0 ? stream : undefined,
  );
}

// Each side may again be whatever can be made a stream.
function fromPair({ readable, writable }) {
  if (readable && (nodeKindOf(readable) & READ_SIDE) === 0) readable = duplexify(readable, 'readable');
  if (writable && (nodeKindOf(writable) & WRITE_SIDE) === 0) writable = duplexify(writable, 'writable');
  return joinSides(readable || undefined, writable || undefined);
}

function fromPromise(promise, then) {
  const stream = new Duplexify({ objectMode: true, writable: false, read() {} });
  Reflect.apply(then, promise, [(value) => {
    if (value != null) stream.push(value);
    stream.push(null);
  }, (error) => destroyer(stream, error)]);
  return stream;
}

// A function gets what is written as an iterable. What it returns is read, or the end of it all.
function fromFunction(fn, name) {
  const { AbortController } = require('internal/abort_controller');
  const controller = new AbortController();
  const { signal } = controller;
  const input = new Handover(signal);
  const result = fn(input, { signal });
  // The function was one that makes streams.
  if ((nodeKindOf(result) & BOTH_SIDES) === BOTH_SIDES) return result;
  const methods = {
    __proto__: null,
    objectMode: true,
    write(chunk, encoding, callback) { Handover.put(input, chunk, false, callback); },
    final(callback) { Handover.put(input, undefined, true, callback); },
    destroy(error, callback) {
      controller.abort();
      Handover.stop(input);
      callback(error);
    },
  };
  if ((kindOf(result) & ITERABLE) !== 0) return from(Duplexify, result, methods);
  const then = result?.then;
  if (typeof then !== 'function') {
    throw new codes.ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or AsyncFunction', name, result);
  }
  return fromAsyncFunction(result, then, input, methods);
}

// It has finished when the function has. One that returns too early leaves nobody to write to.
function fromAsyncFunction(promise, then, input, methods) {
  const settled = Reflect.apply(then, promise, [(value) => {
    if (value != null) throw new codes.ERR_INVALID_RETURN_VALUE('nully', 'body', value);
    if (!Handover.hasEnded(input)) destroyer(stream);
  }, (error) => destroyer(stream, error)]);
  const stream = new Duplexify({
    ...methods,
    readable: false,
    final(callback) {
      Handover.put(input, undefined, true, () => {
        Promise.resolve(settled).then(
          () => process.nextTick(callback, null),
          (error) => process.nextTick(callback, error),
        );
      });
    },
  });
  return stream;
}

const settledPromise = Promise.resolve();

function ignore() {}

// What is written, as an async iterator for one reader. A write is over when its chunk was taken.
class Handover {
  #signal;
  #isOver = false;
  // Whether the reader was told that there is no more.
  #hasEnded = false;
  // What is offered: { chunk, done, callback }.
  #offer = undefined;
  // Those who called next() too early: resolve and reject in turn.
  #takers = [];

  constructor(signal) {
    this.#signal = signal;
  }

  // For the one who writes; the reader gets an iterator without it.
  static put(handover, chunk, done, callback) {
    handover.#offer = { chunk, done, callback };
    if (handover.#takers.length > 0) handover.#takeSoon();
  }

  // No more will be written. What is offered can still be taken.
  static stop(handover) {
    if (handover.#offer === undefined) Handover.put(handover, undefined, true, ignore);
  }

  static hasEnded(handover) {
    return handover.#hasEnded;
  }

  next() {
    return new Promise((resolve, reject) => {
      if (this.#isOver) resolve({ done: true, value: undefined });
      else if (this.#takers.push(resolve, reject) === 2 && this.#offer !== undefined) this.#takeSoon();
    });
  }

  return(value) {
    this.#close();
    return Promise.resolve({ done: true, value });
  }

  throw(error) {
    this.#close();
    return Promise.reject(error);
  }

  // In a job of its own, so that the reader has the chunk before the writer's callback is called.
  #takeSoon() {
    settledPromise.then(() => {
      if (this.#offer !== undefined && this.#takers.length > 0) this.#take();
    });
  }

  #take() {
    const { chunk, done, callback } = this.#offer;
    const signal = this.#signal;
    const resolve = this.#takers.shift();
    const reject = this.#takers.shift();
    this.#offer = undefined;
    process.nextTick(callback);
    if (done) {
      this.#hasEnded = true;
      this.#close();
      resolve({ done: true, value: undefined });
    } else if (signal.aborted) {
      this.#close();
      reject(new AbortError(undefined, { cause: signal.reason }));
    } else {
      // A chunk that is a promise is waited for.
      Promise.resolve(chunk).then((value) => resolve({ done: false, value }), reject);
    }
  }

  #close() {
    const takers = this.#takers;
    this.#isOver = true;
    while (takers.length > 0) {
      const resolve = takers.shift();
      takers.shift();
      resolve({ done: true, value: undefined });
    }
  }
}
// It is its own iterable, as other async iterators are.
Object.setPrototypeOf(Handover.prototype,
  Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype));

// One stream of two. If one of them fails, so does the other.
function joinSides(readable, writable) {
  const source = readable && typeof readable.read !== 'function' ? Duplex.wrap(readable) : readable;
  const canRead = Boolean(isReadable(source));
  const canWrite = Boolean(isWritable(writable));
  const duplex = new Duplexify({
    readableObjectMode: Boolean(source?.readableObjectMode),
    writableObjectMode: Boolean(writable?.writableObjectMode),
    readable: canRead,
    writable: canWrite,
  });
  const facade = new Facade(duplex, (error) => {
    destroyer(writable, error);
    destroyer(source, error);
  });
  if (canWrite) {
    eos(writable, (error) => {
      if (error) destroyer(source, error);
      facade.settle(error);
    });
    facade.writeTo(writable);
    writable.on('finish', () => facade.headIsThrough());
  }
  if (canRead) {
    eos(source, (error) => {
      if (error) destroyer(writable, error);
      facade.settle(error);
    });
    facade.readFrom(source);
  }
  return duplex;
}

module.exports = { duplexify };
