// mock.timers: timers and the date by a clock that the test moves.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE } } = require('internal/errors');
const { validateObject, validateStringArray } = require('internal/validators');
const { isDate } = require('internal/util/types');
const { MockClock } = require('internal/test/mock/clock');

const kApis = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'scheduler.wait', 'AbortSignal.timeout'];

class MockTimers {
  #clock;
  #isEnabled = false;
  // What puts back the functions that were replaced.
  #restores = [];

  enable(options = { __proto__: null, apis: kApis, now: 0 }) {
    if (this.#isEnabled) throw new ERR_INVALID_STATE('MockTimers is already enabled!');
    validateObject(options, 'options');
    const now = readNow(options.now);
    const apis = options.apis === undefined || options.apis.length === 0 ? kApis : options.apis;
    validateStringArray(apis, 'options.apis');
    for (const api of apis) {
      if (!kApis.includes(api)) {
        throw new ERR_INVALID_ARG_VALUE('options.apis', api, `option ${api} is not supported`);
      }
    }
    if (apis.includes('Date') && globalThis.Date.isMock) throw new ERR_INVALID_STATE('Date is already being mocked!');
    this.#clock = new MockClock(now);
    this.#isEnabled = true;
    const { replacementsFor } = require('internal/test/mock/timer_functions');
    for (const api of apis) {
      for (const [object, name, value] of replacementsFor(api, this.#clock)) this.#replace(object, name, value);
    }
  }

  #replace(object, name, value) {
    const descriptor = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, {
      __proto__: null, value, writable: true, configurable: true, enumerable: descriptor?.enumerable ?? true,
    });
    // What was inherited is so again.
    if (descriptor === undefined) this.#restores.push(() => delete object[name]);
    else this.#restores.push(() => Object.defineProperty(object, name, Object.setPrototypeOf(descriptor, null)));
  }

  #check(what) {
    if (this.#isEnabled) return;
    throw new ERR_INVALID_STATE(`You should enable MockTimers first by calling the .enable function${what}`);
  }

  tick(time = 1) {
    this.#check('');
    if (time < 0) {
      throw new ERR_INVALID_ARG_VALUE('time', 'positive integer', time);
    }
    this.#clock.advance(this.#clock.now + time);
  }

  setTime(time = 0) {
    this.#check(' to set time');
    checkTime(time, 'time');
    this.#clock.now = time;
  }

  runAll() {
    this.#check('');
    const { latest, now } = this.#clock;
    if (latest !== undefined) this.#clock.advance(Math.max(latest, now));
  }

  reset() {
    if (!this.#isEnabled) return;
    this.#isEnabled = false;
    for (let i = this.#restores.length - 1; i >= 0; i--) this.#restores[i]();
    this.#restores = [];
    this.#clock = undefined;
  }

  [Symbol.dispose]() {
    this.reset();
  }
}

function checkTime(value, name) {
  if (typeof value !== 'number') throw new ERR_INVALID_ARG_TYPE(name, ['number', 'Date'], value);
  if (!(value >= 0)) throw new ERR_INVALID_ARG_VALUE(name, value, `${name} must be a positive integer`);
}

function readNow(now = 0) {
  const time = isDate(now) ? Date.prototype.getTime.call(now) : now;
  checkTime(time, 'initial time');
  return time;
}

module.exports = { MockTimers };
