// How many assertions and subtests a test is to have.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateNumber, validateObject, validateUint32 } = require('internal/validators');
const { setTimeout, clearTimeout } = require('timers');
const { failure, kTestCode, kTimeout } = require('internal/test/failure');

class Plan {
  #expected;
  #wait = false;
  #actual = 0;
  #waiting;

  constructor(count, options = {}) {
    validateUint32(count, 'count');
    validateObject(options, 'options');
    this.#expected = count;
    const { wait } = options;
    if (wait === undefined) return;
    if (typeof wait !== 'boolean' && typeof wait !== 'number') {
      throw new ERR_INVALID_ARG_TYPE('options.wait', ['boolean', 'number'], wait);
    }
    if (typeof wait === 'number') validateNumber(wait, 'options.wait', 0, 2 ** 31 - 1);
    this.#wait = wait;
  }

  count() {
    this.#actual++;
    if (this.#actual === this.#expected) this.#waiting?.resolve();
  }

  // When the function of the test is through: a promise if there is something to wait for.
  check() {
    if (this.#actual === this.#expected) return undefined;
    if (this.#wait === false || this.#actual > this.#expected) {
      throw failure(`plan expected ${this.#expected} assertions but received ${this.#actual}`, kTestCode);
    }
    return this.#waitForRest();
  }

  async #waitForRest() {
    this.#waiting = Promise.withResolvers();
    const timer = this.#wait === true ? undefined : setTimeout(() => {
      const missed = `with ${this.#actual} assertions when expecting ${this.#expected}`;
      this.#waiting.reject(failure(`plan timed out after ${this.#wait}ms ${missed}`, kTimeout));
    }, this.#wait);
    try {
      await this.#waiting.promise;
    } finally {
      clearTimeout(timer);
    }
  }
}

module.exports = { Plan };
