// fs.promises.watch: changes as an async iterator.
'use strict';

const { AbortError, codes } = require('internal/errors');
const { openWatch, watchError } = require('internal/fs/watchers');
const {
  validateAbortSignal, validateBoolean, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');

// Changes that nobody has asked for yet, up to so many.
class Changes {
  #waiting = [];
  #limit;
  #failsWhenFull;
  #wake = undefined;
  #error = undefined;

  constructor(limit, failsWhenFull) {
    this.#limit = limit;
    this.#failsWhenFull = failsWhenFull;
  }

  add(eventType, filename) {
    if (this.#error !== undefined) return;
    // Who waits takes the change at once: it is never one too many.
    if (this.#wake === undefined && this.#waiting.length >= this.#limit) {
      this.#refuse();
      return;
    }
    this.#waiting.push({ __proto__: null, eventType, filename });
    this.#wakeUp();
  }

  #refuse() {
    if (!this.#failsWhenFull) {
      process.emitWarning('fs.watch maxQueue exceeded');
      return;
    }
    this.#waiting = [];
    this.fail(new codes.ERR_FS_WATCH_QUEUE_OVERFLOW(this.#limit));
  }

  // The error comes after the changes that wait.
  fail(error) {
    this.#error ??= error;
    this.#wakeUp();
  }

  #wakeUp() {
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake !== undefined) wake();
  }

  get isEmpty() {
    return this.#waiting.length === 0 && this.#error === undefined;
  }

  arrival() {
    return new Promise((resolve) => { this.#wake = resolve; });
  }

  take() {
    if (this.#waiting.length === 0) throw this.#error;
    return this.#waiting.shift();
  }
}

function checkOptions(options) {
  validateObject(options, 'options');
  const {
    encoding = 'utf8', ignore, maxQueue = 2048, overflow = 'ignore', persistent = true, recursive = false, signal,
  } = options;
  validateBoolean(persistent, 'options.persistent');
  validateBoolean(recursive, 'options.recursive');
  validateInteger(maxQueue, 'options.maxQueue');
  validateOneOf(overflow, 'options.overflow', ['ignore', 'error']);
  validateAbortSignal(signal, 'options.signal');
  if (encoding && encoding !== 'buffer') {
    const { Buffer } = require('buffer');
    if (!Buffer.isEncoding(encoding)) {
      throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
    }
  }
  return { __proto__: null, encoding, ignore, maxQueue, overflow, persistent, recursive, signal };
}

async function* watch(filename, options = {}) {
  const settings = checkOptions(options);
  const { signal } = settings;
  const aborted = () => new AbortError(undefined, { __proto__: null, cause: signal.reason });
  if (signal?.aborted) throw aborted();
  const changes = new Changes(settings.maxQueue, settings.overflow === 'error');
  const handle = openWatch(filename, settings, (errno, eventType, name) => {
    if (errno < 0) changes.fail(watchError(errno, filename));
    else changes.add(eventType, name);
  });
  const onAbort = () => changes.fail(aborted());
  signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
  try {
    while (true) {
      if (changes.isEmpty) await changes.arrival();
      yield changes.take();
    }
  } finally {
    handle.close();
    signal?.removeEventListener('abort', onAbort);
  }
}

module.exports = { watch };
