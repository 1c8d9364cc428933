// Event and CustomEvent.
'use strict';

const { codes } = require('internal/errors');
const { validateObject, kValidateObjectAllowObjects } = require('internal/validators');
const { now } = require('internal/performance');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
// In an event's options: it comes from the runtime, not from a script.
const kTrustEvent = Symbol('kTrustEvent');

// What is true of an event, one bit each.
const bubbles = 1;
const cancelable = 2;
const composed = 4;
const trusted = 8;
const dispatching = 16;
const inPassiveListener = 32;
const defaultPrevented = 64;
const propagationStopped = 128;
const stopped = 256;

// What EventTarget may see and change of an event; filled in by the class.
let internals;

class Event {
  #type;
  #target = null;
  #flags = 0;
  #timeStamp = now();

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    if (options != null) {
      validateObject(options, 'options', kValidateObjectAllowObjects);
      this.#flags = (options.bubbles ? bubbles : 0) | (options.cancelable ? cancelable : 0) |
        (options.composed ? composed : 0) | (options[kTrustEvent] ? trusted : 0);
    }
    this.#type = `${type}`;
  }

  static {
    internals = {
      isEvent: (value) => typeof value === 'object' && value !== null && #type in value,
      isDispatching: (event) => (event.#flags & dispatching) !== 0,
      isStopped: (event) => (event.#flags & stopped) !== 0,
      begin(event, target) {
        event.#target = target;
        event.#flags |= dispatching;
      },
      setPassive(event, passive) {
        if (passive) event.#flags |= inPassiveListener;
        else event.#flags &= ~inPassiveListener;
      },
      end(event) {
        event.#flags &= ~dispatching;
      },
    };
  }

  // (Not a method of each event's: that would be a fifth slot, and those beyond four are memory of their own.)
  static #has(event, flag) {
    return (event.#flags & flag) !== 0;
  }

  [kInspect](depth, options, inspect) {
    checkThis(this);
    const { name } = this.constructor;
    if (depth < 0) return name;
    const shown = {
      type: this.#type,
      defaultPrevented: Event.#has(this, defaultPrevented),
      cancelable: Event.#has(this, cancelable),
      timeStamp: this.#timeStamp,
    };
    return `${name} ${inspect(shown, deeper(options))}`;
  }

  initEvent(type, doesBubble = false, isCancelable = false) {
    checkThis(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    if (Event.#has(this, dispatching)) return;
    this.#type = `${type}`;
    this.#flags = (this.#flags & ~(bubbles | cancelable)) |
      (doesBubble ? bubbles : 0) | (isCancelable ? cancelable : 0);
  }

  stopImmediatePropagation() {
    checkThis(this);
    this.#flags |= propagationStopped | stopped;
  }

  preventDefault() {
    checkThis(this);
    if (Event.#has(this, cancelable) && !Event.#has(this, inPassiveListener)) this.#flags |= defaultPrevented;
  }

  get target() {
    checkThis(this);
    return this.#target;
  }

  get currentTarget() {
    checkThis(this);
    return Event.#has(this, dispatching) ? this.#target : null;
  }

  get srcElement() {
    checkThis(this);
    return this.#target;
  }

  get type() {
    checkThis(this);
    return this.#type;
  }

  get cancelable() {
    checkThis(this);
    return Event.#has(this, cancelable);
  }

  get defaultPrevented() {
    checkThis(this);
    return Event.#has(this, defaultPrevented);
  }

  get timeStamp() {
    checkThis(this);
    return this.#timeStamp;
  }

  // There is no tree here: an event meets its target and nobody else.
  composedPath() {
    checkThis(this);
    return Event.#has(this, dispatching) ? [this.#target] : [];
  }

  get returnValue() {
    checkThis(this);
    return !Event.#has(this, defaultPrevented);
  }

  set returnValue(value) {
    checkThis(this);
    if (!value) this.preventDefault();
  }

  get bubbles() {
    checkThis(this);
    return Event.#has(this, bubbles);
  }

  get composed() {
    checkThis(this);
    return Event.#has(this, composed);
  }

  get eventPhase() {
    checkThis(this);
    return Event.#has(this, dispatching) ? Event.AT_TARGET : Event.NONE;
  }

  get cancelBubble() {
    checkThis(this);
    return Event.#has(this, propagationStopped);
  }

  set cancelBubble(value) {
    checkThis(this);
    if (value) this.#flags |= propagationStopped;
  }

  stopPropagation() {
    checkThis(this);
    this.#flags |= propagationStopped;
  }

  get isTrusted() {
    checkThis(this);
    return Event.#has(this, trusted);
  }
}

function checkThis(value) {
  if (!internals.isEvent(value)) throw new codes.ERR_INVALID_THIS('Event');
}

// The options for what is printed inside of an object.
function deeper(options) {
  return { ...options, depth: Number.isInteger(options.depth) ? options.depth - 1 : options.depth };
}

class CustomEvent extends Event {
  #detail;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (!(#detail in this)) throw new codes.ERR_INVALID_THIS('CustomEvent');
    return this.#detail;
  }
}

// The methods and accessors of Web classes are enumerable.
function makeEnumerable(Class, names) {
  const properties = {
    [Symbol.toStringTag]: { value: Class.name, configurable: true },
  };
  for (const name of names) properties[name] = { enumerable: true };
  Object.defineProperties(Class.prototype, properties);
}

makeEnumerable(Event, Object.getOwnPropertyNames(Event.prototype).filter((name) => name !== 'constructor'));
makeEnumerable(CustomEvent, ['detail']);
Object.defineProperty(Event.prototype, 'isTrusted', { configurable: false });
for (const [name, value] of [['NONE', 0], ['CAPTURING_PHASE', 1], ['AT_TARGET', 2], ['BUBBLING_PHASE', 3]]) {
  Object.defineProperty(Event, name, { value, enumerable: true });
}

module.exports = { CustomEvent, Event, deeper, internals, kInspect, kTrustEvent, makeEnumerable };
