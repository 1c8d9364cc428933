// MessageEvent.
'use strict';

const { Event, makeEnumerable } = require('internal/events/event');
const { endOf } = require('internal/messaging/ends');

function inspect(value) {
  return require('internal/util/inspect').inspect(value);
}

function fail(message) {
  return new TypeError(`MessageEvent constructor: ${message}`);
}

function checkPort(value, name) {
  if (endOf(value) === undefined) {
    throw fail(`Expected ${name} ("${inspect(value)}") to be an instance of MessagePort.`);
  }
  return value;
}

function readPorts(value) {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || typeof value[Symbol.iterator] !== 'function') {
    throw fail(`eventInitDict.ports (${inspect(value)}) is not iterable.`);
  }
  return Array.from(value, (port, index) => checkPort(port, `eventInitDict.ports[${index}]`));
}

class MessageEvent extends Event {
  #data;
  #origin;
  #lastEventId;
  #source;
  #ports;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw fail('1 argument required, but 0 found.');
    if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
      throw fail(`Expected ${String(options)} to be one of: Null, Undefined, Object.`);
    }
    super(type, options);
    const { data = null, origin = '', lastEventId = '', source = null, ports } = options ?? {};
    this.#data = data;
    this.#origin = `${origin}`;
    this.#lastEventId = `${lastEventId}`;
    this.#source = source === null ? null : checkPort(source, 'eventInitDict.source');
    this.#ports = Object.freeze(readPorts(ports));
  }

  get data() {
    return this.#data;
  }

  get origin() {
    return this.#origin;
  }

  get lastEventId() {
    return this.#lastEventId;
  }

  get source() {
    return this.#source;
  }

  get ports() {
    return this.#ports;
  }
}

makeEnumerable(MessageEvent, ['data', 'origin', 'lastEventId', 'source', 'ports']);

module.exports = { MessageEvent };
