// What ends a test or a hook before it is through: its time is up, or a signal says so.
'use strict';

const { setTimeout, clearTimeout } = require('timers');
const { failure, kAborted, kTimeout } = require('internal/test/failure');

// A promise that rejects with the failure. Waiting for it alone keeps no program alive.
class Stop {
  #timer;
  #signal;
  #deferred;
  #reason;

  constructor(timeout, signal) {
    if (timeout !== Infinity) {
      this.#timer = setTimeout(() => this.stop(failure(`test timed out after ${timeout}ms`, kTimeout)), timeout);
      this.#timer.unref();
    }
    if (signal === undefined) return;
    this.#signal = signal;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { __proto__: null, once: true });
  }

  #onAbort = () => {
    this.stop(failure(this.#signal.reason, kAborted));
  };

  get promise() {
    if (this.#deferred === undefined) {
      this.#deferred = Promise.withResolvers();
      this.#deferred.promise.then(undefined, () => {});
      if (this.#reason !== undefined) this.#deferred.reject(this.#reason);
    }
    return this.#deferred.promise;
  }

  stop(reason) {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#deferred?.reject(reason);
    this.end();
  }

  throwIfStopped() {
    if (this.#reason !== undefined) throw this.#reason;
  }

  end() {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

module.exports = { Stop };
