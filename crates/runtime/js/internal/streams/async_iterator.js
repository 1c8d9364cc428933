// The async iterator of a readable stream. Calls of next(), return() and throw() are answered one
// after the other, in the order they came. It is not an async generator, which would cost three
// promises and as many jobs for each chunk: what is at hand is given as a promise that is resolved
// already.
'use strict';

const { aggregateTwoErrors } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const { iteratorResult } = require('internal/fulfilled');
const { queueMicrotask } = require('internal/task_queue');

const AsyncIteratorPrototype =
  Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

const NEXT = 0;
const RETURN = 1;
const THROW = 2;
// The value of a request for the next chunk that nothing was read for yet.
const kUnread = Symbol('kUnread');

function iterate(stream, options) {
  if (typeof stream.read !== 'function') {
    const { Readable } = require('internal/streams/readable');
    stream = Readable.wrap(stream, { objectMode: true });
  }
  const iteration = new Iteration(stream, options?.destroyOnReturn !== false);
  return {
    __proto__: AsyncIteratorPrototype,
    next() { return iteration.next(); },
    return(value) { return iteration.ask(RETURN, value); },
    throw(error) { return iteration.ask(THROW, error); },
    stream,
  };
}

class Iteration {
  // What was asked and not answered yet: { kind, value, resolve, reject }.
  #requests = [];
  // Chunks can be given as they come: it was started, is not over, and nobody waits.
  #isRunning = false;
  #started = false;
  #over = false;
  // The first request waits for data, or for a chunk that is a promise.
  #waitsForData = false;
  #waitsForChunk = false;
  #isWoken = false;
  // Undefined while the stream goes on, null when it has ended well.
  #error = undefined;
  #stream;
  #destroyOnReturn;
  #onReadable = () => this.#wake();
  #onWoken = () => this.#goOn();
  #stopWatching = undefined;

  constructor(stream, destroyOnReturn) {
    this.#stream = stream;
    this.#destroyOnReturn = destroyOnReturn;
  }

  next() {
    if (!this.#isRunning) return this.ask(NEXT, kUnread);
    const chunk = this.#read();
    if (chunk === null || isThenable(chunk)) return this.ask(NEXT, chunk);
    return iteratorResult(false, chunk);
  }

  #read() {
    const stream = this.#stream;
    return stream.destroyed ? null : stream.read();
  }

  ask(kind, value) {
    this.#isRunning = false;
    return new Promise((resolve, reject) => {
      this.#requests.push({ kind, value, resolve, reject });
      if (this.#requests.length === 1) this.#answer();
    });
  }

  // Nothing is listened to before the first next().
  #start() {
    this.#started = true;
    this.#stream.on('readable', this.#onReadable);
    this.#stopWatching = eos(this.#stream, { writable: false }, (error) => {
      this.#error = error ? aggregateTwoErrors(this.#error, error) : null;
      this.#wake();
    });
  }

  // Goes on when the event that brought news is over, not inside of it.
  #wake() {
    if (!this.#waitsForData || this.#isWoken) return;
    this.#isWoken = true;
    queueMicrotask(this.#onWoken);
  }

  #goOn() {
    this.#isWoken = false;
    this.#waitsForData = false;
    this.#answer();
  }

  // Answers requests until there is none, or one has to wait.
  #answer() {
    const requests = this.#requests;
    while (requests.length > 0 && !this.#waitsForData && !this.#waitsForChunk) {
      const request = requests[0];
      if (request.kind === NEXT) this.#answerNext(request);
      else if (request.kind === RETURN) this.#answerReturn(request.value);
      else this.#answerThrow(request.value);
    }
    this.#isRunning = requests.length === 0 && this.#started && !this.#over;
  }

  #answerNext(request) {
    if (this.#over) {
      this.#resolveFirst(true, undefined);
      return;
    }
    if (!this.#started) this.#start();
    const chunk = request.value === kUnread ? this.#read() : request.value;
    request.value = kUnread;
    if (chunk !== null) {
      if (isThenable(chunk)) this.#awaitChunk(chunk);
      else this.#resolveFirst(false, chunk);
    } else if (this.#error) {
      this.#fail(this.#error);
    } else if (this.#error === null) {
      this.#finish();
      this.#resolveFirst(true, undefined);
    } else {
      this.#waitsForData = true;
    }
  }

  #awaitChunk(promise) {
    this.#waitsForChunk = true;
    promise.then((chunk) => {
      this.#waitsForChunk = false;
      this.#resolveFirst(false, chunk);
      this.#answer();
    }, (error) => {
      this.#waitsForChunk = false;
      this.#error = aggregateTwoErrors(this.#error, error);
      this.#fail(this.#error);
      this.#answer();
    });
  }

  #answerReturn(value) {
    if (this.#started && !this.#over) this.#finish();
    this.#over = true;
    this.#resolveFirst(true, value);
  }

  #answerThrow(error) {
    if (this.#started && !this.#over) {
      this.#error = aggregateTwoErrors(this.#error, error);
      this.#fail(this.#error);
    } else {
      this.#over = true;
      this.#requests.shift().reject(error);
    }
  }

  #resolveFirst(done, value) {
    this.#requests.shift().resolve({ done, value });
  }

  #fail(error) {
    this.#finish();
    this.#requests.shift().reject(error);
  }

  #finish() {
    this.#over = true;
    const stream = this.#stream;
    const error = this.#error;
    if ((error || this.#destroyOnReturn) &&
        (error === undefined || stream._readableState.autoDestroy)) {
      destroyer(stream, null);
    } else {
      stream.off('readable', this.#onReadable);
      this.#stopWatching();
    }
  }
}
function isThenable(chunk) {
  return typeof chunk?.then === 'function';
}

module.exports = { iterate };
