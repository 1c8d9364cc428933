// How streams are read inside of stream/iter. A reader has
//   read()   the next batch, or null at the end; a promise of that only if it is not at hand. It throws, or
//            rejects, if the stream failed, and returns null ever after.
//   close()  says that no more is wanted. A promise if that takes time.
// One that reads a foreign iterator also has
//   ask()    the promise of that iterator, for which take() makes of its value what read() would have
//            given; undefined if read() has to be called. It spares a promise for each batch.
// So a batch that is there costs no promise, however many stages it goes through. The streams that scripts
// see are async iterables; readers are opened for those that are our own.
'use strict';

const { codes } = require('internal/errors');
const { addAbortListener } = require('internal/events/abort_listener');

const AsyncIteratorPrototype =
  Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

// The function that opens a reader, by stream.
const openers = new WeakMap();

function isAtHand(batch) {
  return batch === null || Array.isArray(batch);
}

// A stream: every iteration has a reader of its own. `next()` and its like are answered in order.
function streamOf(open, makeIterator = iteratorOf) {
  const stream = { __proto__: null, [Symbol.asyncIterator]() { return makeIterator(open()); } };
  openers.set(stream, open);
  return stream;
}

// Makes an object that is a stream already known as one.
function registerStream(stream, open) {
  openers.set(stream, open);
}

function openerOf(value) {
  return typeof value === 'object' && value !== null ? openers.get(value) : undefined;
}

function nop() {}

// The calls of an iterator, one after the other.
class Turns {
  constructor(reader) {
    this.reader = reader;
    this.over = false;
    // How many calls are not answered yet, and the answer to the last of them.
    this.waiting = 0;
    this.last = undefined;
    this.onTurn = () => this.takeTurn();
    this.onResult = (result) => this.takeResult(result);
    this.onForeignFailure = (error) => {
      this.waiting--;
      return this.reader.failed(error);
    };
    this.onBatch = (batch) => {
      this.waiting--;
      return this.result(batch);
    };
    this.onFailure = (error) => {
      this.waiting--;
      throw error;
    };
  }

  next() {
    if (this.waiting > 0) return this.queue(this.onTurn);
    let answer;
    try {
      answer = this.step();
    } catch (error) {
      return Promise.reject(error);
    }
    if (!(answer instanceof Promise)) return Promise.resolve(answer);
    this.waiting = 1;
    this.last = answer;
    return answer;
  }

  queue(onTurn) {
    this.waiting++;
    this.last = this.last.then(onTurn, onTurn);
    return this.last;
  }

  takeTurn() {
    let answer;
    try {
      answer = this.step();
    } catch (error) {
      this.waiting--;
      throw error;
    }
    if (!(answer instanceof Promise)) this.waiting--;
    return answer;
  }

  // An iterator result, or a promise of one.
  step() {
    if (this.over) return { value: undefined, done: true };
    const foreign = this.reader.ask?.();
    if (foreign !== undefined) return foreign.then(this.onResult, this.onForeignFailure);
    const batch = this.reader.read();
    return isAtHand(batch) ? this.result(batch) : batch.then(this.onBatch, this.onFailure);
  }

  takeResult(result) {
    let batch;
    try {
      batch = this.reader.take(result);
    } catch (error) {
      this.waiting--;
      throw error;
    }
    return isAtHand(batch) ? this.onBatch(batch) : batch.then(this.onBatch, this.onFailure);
  }

  result(batch) {
    if (batch !== null) return { value: batch, done: false };
    this.over = true;
    return { value: undefined, done: true };
  }

  // Ends the iteration when all that was asked before is answered.
  end(answer) {
    const onTurn = async () => {
      try {
        if (!this.over) {
          this.over = true;
          await this.reader.close();
        }
        return answer();
      } finally {
        this.waiting--;
      }
    };
    if (this.waiting > 0) return this.queue(onTurn);
    this.waiting = 1;
    this.last = onTurn();
    return this.last;
  }

  finish(value) {
    return this.end(() => ({ value, done: true }));
  }

  fail(error) {
    return this.end(() => { throw error; });
  }
}

function iteratorOf(reader) {
  const turns = new Turns(reader);
  return {
    __proto__: null,
    next(_) { return turns.next(); },
    return(value) { return turns.finish(value); },
    throw(error) { return turns.fail(error); },
    [Symbol.asyncIterator]() { return this; },
  };
}

// As iteratorOf, for streams of which Node's iterators are generators: it looks like one.
class Generator {
  #turns;

  constructor(turns) {
    this.#turns = turns;
  }

  next(_) {
    return this.#turns.next();
  }

  return(value) {
    return this.#turns.finish(value);
  }

  throw(error) {
    return this.#turns.fail(error);
  }

  static {
    delete this.prototype.constructor;
    Object.setPrototypeOf(this.prototype, AsyncIteratorPrototype);
    Object.defineProperty(this.prototype, Symbol.toStringTag, {
      __proto__: null, value: 'AsyncGenerator', configurable: true,
    });
  }
}

function generatorOf(reader, Class = Turns) {
  return new Generator(new Class(reader));
}

function rethrow(error) {
  throw error;
}

// Reads an async iterator, or a sync one. `convert` makes a batch of a value: null for none, a promise if
// it is not at hand. `fail` gets every error, and decides what becomes of it.
class IteratorReader {
  constructor(open, convert, fail = rethrow) {
    this.open = open;
    this.convert = convert;
    this.fail = fail;
    this.iterator = undefined;
    this.over = false;
    this.onResult = (result) => this.take(result);
    this.onBatch = (batch) => batch ?? this.read();
    this.onFailure = (error) => this.failed(error);
    this.onBadValue = (error) => this.refuse(error);
  }

  ask() {
    if (this.over) return undefined;
    try {
      this.iterator ??= this.open();
      return Promise.resolve(this.iterator.next());
    } catch (error) {
      return this.failed(error);
    }
  }

  read() {
    return this.ask()?.then(this.onResult, this.onFailure) ?? null;
  }

  failed(error) {
    this.over = true;
    return this.fail(error);
  }

  // The batch of a result. What cannot be one ends the iteration, as it does in a loop.
  take(result) {
    if (this.over) return null;
    if (typeof result !== 'object' || result === null) {
      return this.failed(new TypeError(`Iterator result ${String(result)} is not an object`));
    }
    if (result.done) {
      this.over = true;
      return null;
    }
    let batch;
    try {
      batch = this.convert(result.value);
    } catch (error) {
      return this.refuse(error);
    }
    if (batch === null) return this.read();
    return Array.isArray(batch) ? batch : batch.then(this.onBatch, this.onBadValue);
  }

  async refuse(error) {
    await this.close()?.catch(nop);
    return this.fail(error);
  }

  close() {
    if (this.over) return undefined;
    this.over = true;
    if (typeof this.iterator?.return !== 'function') return undefined;
    try {
      return Promise.resolve(this.iterator.return()).then(checkReturned);
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

function checkReturned(result) {
  if (typeof result !== 'object' || result === null) {
    throw new TypeError(`Iterator result ${String(result)} is not an object`);
  }
}

// Lets a signal end a reader, even while it waits.
class AbortableReader {
  constructor(inner, signal) {
    this.inner = inner;
    this.signal = signal;
    this.over = false;
    // The functions that reject the reads that wait.
    this.waiting = new Set();
    this.listener = signal.aborted ? undefined : addAbortListener(signal, () => this.abort());
  }

  // If nobody waits, the next read is told.
  abort() {
    if (this.over) return;
    this.inner.close()?.catch(nop);
    if (this.waiting.size === 0) return;
    this.over = true;
    for (const reject of this.waiting) reject(this.signal.reason);
    this.waiting.clear();
  }

  read() {
    if (this.over) return null;
    this.check();
    let batch;
    try {
      batch = this.inner.read();
    } catch (error) {
      this.finish();
      throw error;
    }
    // The source or a transform may have aborted just now.
    if (this.signal.aborted && !isAtHand(batch)) batch.catch(nop);
    this.check();
    if (!isAtHand(batch)) return this.race(batch);
    if (batch === null) this.finish();
    return batch;
  }

  check() {
    if (!this.signal.aborted) return;
    this.over = true;
    throw this.signal.reason;
  }

  race(pending) {
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      pending.then((batch) => {
        if (!this.waiting.delete(reject)) return;
        if (batch === null) this.finish();
        resolve(batch);
      }, (error) => {
        if (!this.waiting.delete(reject)) return;
        this.finish();
        reject(error);
      });
    });
  }

  finish() {
    this.over = true;
    this.listener?.[Symbol.dispose]();
  }

  close() {
    if (this.over) return undefined;
    this.finish();
    return this.inner.close();
  }
}

function withSignal(reader, signal) {
  return signal === undefined ? reader : new AbortableReader(reader, signal);
}

function nonNull(input) {
  if (input === null || input === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('input', 'a non-null value', input);
  }
}

module.exports = {
  IteratorReader,
  Turns,
  generatorOf,
  isAtHand,
  iteratorOf,
  nonNull,
  nop,
  openerOf,
  registerStream,
  streamOf,
  withSignal,
};
