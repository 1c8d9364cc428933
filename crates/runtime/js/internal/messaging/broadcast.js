// BroadcastChannel: what is posted to one comes out at all others of its name.
'use strict';

const { codes } = require('internal/errors');
const { EventTarget, defineEventHandler, kCreateEvent, kHybridDispatch } = require('internal/event_target');
const { deeper, kInspect, makeEnumerable } = require('internal/events/event');
const { End, attach, close, kOnClose, kOnMessage, put, setRef, start } = require('internal/messaging/ends');
const { MessageEvent } = require('internal/messaging/event');
const { pack, unpack } = require('internal/messaging/message');

const native = binding('messaging');

// The open channels of this thread by name.
const groups = new Map();

class BroadcastChannel extends EventTarget {
  #name;
  #end;

  constructor(name) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    super();
    this.#name = `${name}`;
    this.#end = new End();
    // Here it hears channels of other threads.
    this.#end.native = native.join(this.#name);
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
    const elsewhere = native.others(this.#name);
    const here = groups.get(this.#name);
    // That it can be cloned is checked even if nobody listens.
    if (here.size === 1 && elsewhere.length === 0) pack(message, undefined, undefined);
    for (const other of here) {
      if (other !== end) put(other, pack(message, undefined, undefined));
    }
    for (let i = 0; i < elsewhere.length; i++) {
      require('internal/messaging/remote').send(elsewhere[i], pack(message, undefined, undefined));
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

  // Unlike a port, one that is closed hears nothing more.
  [kOnMessage](message) {
    if (this.#end.isClosing) return;
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
