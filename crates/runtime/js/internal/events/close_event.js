// CloseEvent: what a WebSocket tells when it is over.
'use strict';

const { Event, makeEnumerable } = require('internal/events/event');

function isDictionary(value) {
  return value === undefined || value === null || typeof value === 'object' || typeof value === 'function';
}

// A number as 16 bits, but for its sign.
function shortOf(value) {
  const number = Math.trunc(typeof value === 'bigint' ? Number(value) : +value) % 0x10000;
  return Number.isNaN(number) ? 0 : number + 0;
}

class CloseEvent extends Event {
  #wasClean;
  #code;
  #reason;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new TypeError('CloseEvent constructor: 1 argument required, but 0 found.');
    if (typeof type === 'symbol') {
      throw new TypeError('CloseEvent constructor: type is a symbol, which cannot be converted to a DOMString.');
    }
    if (!isDictionary(options)) {
      throw new TypeError(`undefined: Expected ${String(options)} to be one of: Null, Undefined, Object.`);
    }
    super(type, options);
    const { wasClean = false, code = 0, reason = '' } = options ?? {};
    this.#wasClean = Boolean(wasClean);
    this.#code = shortOf(code);
    this.#reason = `${reason}`.toWellFormed();
  }

  get wasClean() {
    return this.#wasClean;
  }

  get code() {
    return this.#code;
  }

  get reason() {
    return this.#reason;
  }
}

makeEnumerable(CloseEvent, ['wasClean', 'code', 'reason']);

module.exports = { CloseEvent };
