// BroadcastChannel: what is posted to one comes out at all others of its name.
'use strict';

const { codes } = require('internal/errors');
const { EventTarget, defineEventHandler, kCreateEvent, kHybridDispatch } = require('internal/event_target');
const { deeper, kInspect, makeEnumerable } = require('internal/events/event');
const { End, attach, close, kOnClose, kOnMessage, put, setRef, start } = require('internal/messaging/ends');
const { MessageEvent } = require('internal/messaging/event');
const { pack, unpack } = require('internal/messaging/message');

// The open channels by name.
const groups = new Map();

class BroadcastChannel extends EventTarget {
  #name;
  #end;

  constructor(name) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    this.#end = new End();
    attach(this.#end, this);
    setRef(this.#end, true);
    start(this.#end);
    const group = groups.get(this.#name);
    if (group === undefined) groups.set(this.#name, new Set([this.#end]));
    else group.add(this.#end);
  }

  get name() {
    return checked(this).#name;
  }

  close() {
    const end = checked(this).#end;
    const group = groups.get(this.#name);
    if (group === undefined || !group.delete(end)) return;
    if (group.size === 0) groups.delete(this.#name);
    close(end);
  }

  postMessage(message) {
    const end = checked(this).#end;
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('message');
    if (end.isClosing || end.id === 0) {
      const { DOMException } = require('internal/dom_exception');
      throw new DOMException('BroadcastChannel is closed.', 'InvalidStateError');
    }
    // One copy for all: each makes its own of it.
    const packed = pack(message, undefined, undefined);
    for (const other of groups.get(this.#name)) {
      if (other !== end) put(other, packed);
    }
  }

  ref() {
    setRef(checked(this).#end, true);
    return this;
  }

  unref() {
    setRef(checked(this).#end, false);
    return this;
  }

  [kOnMessage](message) {
    this[kHybridDispatch](unpack(message).value, 'message');
  }

  [kOnClose]() {}

  [kCreateEvent](data, type) {
    return new MessageEvent(type, { __proto__: null, data });
  }

  [kInspect](depth, options, inspect) {
    const end = checked(this).#end;
    if (depth < 0) return 'BroadcastChannel';
    const shown = { name: this.#name, active: end.id !== 0 && !end.isClosing };
    return `BroadcastChannel ${inspect(shown, deeper(options))}`;
  }

  static is(value) {
    return typeof value === 'object' && value !== null && #name in value;
  }
}

const { is } = BroadcastChannel;
delete BroadcastChannel.is;

function checked(value) {
  if (!is(value)) throw new codes.ERR_INVALID_THIS('BroadcastChannel');
  return value;
}

makeEnumerable(BroadcastChannel, ['name', 'close', 'postMessage', 'ref', 'unref']);
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
