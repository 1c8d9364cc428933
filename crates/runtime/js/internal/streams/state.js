// What the states of readable and writable streams have in common: flags that are bits of one
// integer (`state.bits`), the error that a stream failed with, and the default high water marks.
//
// The bits have the places that they have in Node, since whoever prints a stream sees the integer.
// Node keeps it, and what else is nobody's business, under symbols; here only what is rarely used has
// one, as a symbol that comes from another scope is slow to look up.
'use strict';

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const kErroredValue = Symbol('kErroredValue');
const kDefaultEncodingValue = Symbol('kDefaultEncodingValue');

const OBJECT_MODE = 1 << 0;
const ERROR_EMITTED = 1 << 1;
const AUTO_DESTROY = 1 << 2;
const EMIT_CLOSE = 1 << 3;
const DESTROYED = 1 << 4;
const CLOSED = 1 << 5;
const CLOSE_EMITTED = 1 << 6;
const ERRORED = 1 << 7;
const CONSTRUCTED = 1 << 8;

// Makes each flag a boolean property of the states that inherit from `prototype`.
function defineFlags(prototype, flags) {
  const names = Object.keys(flags);
  for (let i = 0; i < names.length; i++) {
    const bit = flags[names[i]];
    defineAccessor(
      prototype,
      names[i],
      (state) => (state.bits & bit) !== 0,
      (state, value) => change(state, bit, value),
    );
  }
}

// A flag that may also be unset: `bit` holds its value, `knownBit` tells whether it has one.
// `unset` is what reads as its value until then.
function defineOptionalFlag(prototype, name, knownBit, bit, unset) {
  defineAccessor(
    prototype,
    name,
    (state) => ((state.bits & knownBit) !== 0 ? (state.bits & bit) !== 0 : unset),
    (state, value) => {
      change(state, knownBit, value != null);
      change(state, bit, value);
    },
  );
}

// A value that few streams have: its slot is added when it is first set, and `bit` guards it.
function defineRareValue(prototype, name, slot, bit, unset) {
  defineAccessor(
    prototype,
    name,
    (state) => ((state.bits & bit) !== 0 ? state[slot] : unset),
    (state, value) => {
      if (value) state[slot] = value;
      change(state, bit, value);
    },
  );
}

// The encoding of strings that come without one. The bit says that it is the usual, utf8. Who prints a state sees
// where it was first set: `givenEncoding` is a slot of states that got another when they were made.
function defineDefaultEncoding(prototype, bit) {
  defineAccessor(
    prototype,
    'defaultEncoding',
    (state) => ((state.bits & bit) !== 0 ? 'utf8' : state.givenEncoding ?? state[kDefaultEncodingValue]),
    (state, value) => {
      const usual = isUsualEncoding(value);
      if (!usual) state[state.givenEncoding === undefined ? kDefaultEncodingValue : 'givenEncoding'] = value;
      change(state, bit, usual);
    },
  );
}

function isUsualEncoding(encoding) {
  return encoding === 'utf8' || encoding === 'utf-8';
}

function defineAccessor(prototype, name, read, write) {
  Object.defineProperty(prototype, name, {
    __proto__: null,
    get() { return read(this); },
    set(value) { write(this, value); },
  });
}

function change(state, bit, on) {
  if (on) state.bits |= bit;
  else state.bits &= ~bit;
}

// Makes states print as Node's do: each of `slots`, a property name and a symbol, under its symbol,
// if it was ever set, or not at all if that is null; without the bits that are ours alone.
function definePrinting(prototype, slots, ownBits) {
  const plain = Object.create(prototype, { [kInspect]: { __proto__: null, value: undefined } });
  Object.defineProperty(prototype, kInspect, {
    __proto__: null,
    value() {
      const shown = Object.create(plain);
      const keys = Reflect.ownKeys(this);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        const value = key === 'bits' ? this.bits & ~ownBits : this[key];
        const symbol = typeof key === 'string' ? slots[key] : undefined;
        if (symbol === undefined) shown[key] = value;
        else if (symbol !== null && value !== undefined) shown[symbol] = value;
      }
      return shown;
    },
  });
}

function defineErrored(prototype) {
  defineRareValue(prototype, 'errored', kErroredValue, ERRORED, null);
}

// The first error stays the stream's error.
function recordError(state, error) {
  if ((state.bits & ERRORED) !== 0) return;
  state[kErroredValue] = error;
  state.bits |= ERRORED;
}

function errorOf(state) {
  return (state.bits & ERRORED) !== 0 ? state[kErroredValue] : null;
}

// The flags that both sides of a stream start with, as the options have it.
function initialBits(options, objectMode) {
  const mode = objectMode ? CONSTRUCTED | OBJECT_MODE : CONSTRUCTED;
  if (!options) return mode | EMIT_CLOSE | AUTO_DESTROY;
  return mode |
    (options.emitClose === false ? 0 : EMIT_CLOSE) |
    (options.autoDestroy === false ? 0 : AUTO_DESTROY);
}

function checkedEncoding(encoding) {
  const { Buffer } = require('buffer');
  if (Buffer.isEncoding(encoding)) return encoding;
  throw new (require('internal/errors').codes.ERR_UNKNOWN_ENCODING)(encoding);
}

let defaultBytes = 64 * 1024;
let defaultObjects = 16;

function getDefaultHighWaterMark(objectMode) {
  return objectMode ? defaultObjects : defaultBytes;
}

function setDefaultHighWaterMark(objectMode, value) {
  require('internal/validators').validateInteger(value, 'value', 0);
  if (objectMode) defaultObjects = value;
  else defaultBytes = value;
}

// `sideOption` is the option that a duplex stream has for this side alone.
function highWaterMarkFrom(options, objectMode, sideOption, isDuplex) {
  const value = options ?
    options.highWaterMark ?? (isDuplex ? options[sideOption] : undefined) :
    undefined;
  if (value === undefined || value === null) return objectMode ? defaultObjects : defaultBytes;
  if (Number.isInteger(value) && value >= 0) return value;
  const name = isDuplex ? `options.${sideOption}` : 'options.highWaterMark';
  throw new (require('internal/errors').codes.ERR_INVALID_ARG_VALUE)(name, value);
}

module.exports = {
  AUTO_DESTROY,
  CLOSED,
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  EMIT_CLOSE,
  ERRORED,
  ERROR_EMITTED,
  OBJECT_MODE,
  checkedEncoding,
  defineAccessor,
  defineDefaultEncoding,
  defineErrored,
  defineFlags,
  defineOptionalFlag,
  definePrinting,
  defineRareValue,
  errorOf,
  getDefaultHighWaterMark,
  highWaterMarkFrom,
  initialBits,
  isUsualEncoding,
  recordError,
  setDefaultHighWaterMark,
};
