// What the states of readable and writable streams have in common: flags kept as bits of one
// integer (`state.bits`), the error that a stream failed with, and the default high water marks.
'use strict';

const { codes } = require('internal/errors');

const kErroredValue = Symbol('kErroredValue');

const OBJECT_MODE = 1 << 0;
const CONSTRUCTED = 1 << 1;
const SYNC = 1 << 2;
const ERROR_EMITTED = 1 << 3;
const EMIT_CLOSE = 1 << 4;
const AUTO_DESTROY = 1 << 5;
const DESTROYED = 1 << 6;
const CLOSED = 1 << 7;
const CLOSE_EMITTED = 1 << 8;
const ERRORED = 1 << 9;
// The sides of a stream number their own flags from here.
const FIRST_OWN_BIT = 10;

const commonFlags = {
  objectMode: OBJECT_MODE,
  constructed: CONSTRUCTED,
  sync: SYNC,
  errorEmitted: ERROR_EMITTED,
  emitClose: EMIT_CLOSE,
  autoDestroy: AUTO_DESTROY,
  destroyed: DESTROYED,
  closed: CLOSED,
  closeEmitted: CLOSE_EMITTED,
};

// Makes each flag a boolean property of the states that inherit from `prototype`.
function defineFlags(prototype, flags) {
  for (const name of Object.keys(flags)) {
    const bit = flags[name];
    Object.defineProperty(prototype, name, {
      get() { return (this.bits & bit) !== 0; },
      set(value) {
        if (value) this.bits |= bit;
        else this.bits &= ~bit;
      },
    });
  }
}

// A flag that may also be unset: `bit` holds its value, `knownBit` tells whether it has one.
// `unset` is what reads as its value until then.
function defineOptionalFlag(prototype, name, knownBit, bit, unset) {
  Object.defineProperty(prototype, name, {
    get() {
      const bits = this.bits;
      return (bits & knownBit) !== 0 ? (bits & bit) !== 0 : unset;
    },
    set(value) {
      if (value == null) this.bits &= ~(knownBit | bit);
      else if (value) this.bits |= knownBit | bit;
      else this.bits = (this.bits | knownBit) & ~bit;
    },
  });
}

// A value that few streams have: its slot is added when it is first set, and `bit` guards it.
function defineRareValue(prototype, name, slot, bit, unset) {
  Object.defineProperty(prototype, name, {
    get() { return (this.bits & bit) !== 0 ? this[slot] : unset; },
    set(value) {
      if (value && value !== unset) {
        this[slot] = value;
        this.bits |= bit;
      } else {
        this.bits &= ~bit;
      }
    },
  });
}

function defineCommon(prototype) {
  defineFlags(prototype, commonFlags);
  defineRareValue(prototype, 'errored', kErroredValue, ERRORED, null);
}

// The flags that both sides of a stream start with, as the options have it.
function initialBits(options, objectMode) {
  let bits = CONSTRUCTED | SYNC | EMIT_CLOSE | AUTO_DESTROY;
  if (objectMode) bits |= OBJECT_MODE;
  if (options) {
    if (options.emitClose === false) bits &= ~EMIT_CLOSE;
    if (options.autoDestroy === false) bits &= ~AUTO_DESTROY;
  }
  return bits;
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
  if (!options) return getDefaultHighWaterMark(objectMode);
  const value = options.highWaterMark ?? (isDuplex ? options[sideOption] : undefined);
  if (value == null) return getDefaultHighWaterMark(objectMode);
  if (!Number.isInteger(value) || value < 0) {
    const name = isDuplex ? `options.${sideOption}` : 'options.highWaterMark';
    throw new codes.ERR_INVALID_ARG_VALUE(name, value);
  }
  return value;
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
  FIRST_OWN_BIT,
  OBJECT_MODE,
  SYNC,
  defineCommon,
  defineFlags,
  defineOptionalFlag,
  defineRareValue,
  getDefaultHighWaterMark,
  highWaterMarkFrom,
  initialBits,
  kErroredValue,
  setDefaultHighWaterMark,
};
