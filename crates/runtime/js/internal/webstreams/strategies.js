// Queuing strategies: how much a chunk counts, and how much may wait.
'use strict';

const { codes } = require('internal/webstreams/stream_errors');
const { kValidateObjectAllowObjects, kValidateObjectAllowObjectsAndNull, validateObject } =
  require('internal/validators');
const { defineInterface, kInspect, show } = require('internal/webstreams/interface_shape');

function checkStrategy(strategy, name) {
  validateObject(strategy, name, kValidateObjectAllowObjectsAndNull);
}

// A script's strategy as { mark, sizeOf }. Both are read before either is judged, as the standard wants.
function readStrategy(strategy, fallback) {
  const given = strategy?.highWaterMark;
  const mark = given === undefined ? fallback : +given;
  const size = strategy?.size;
  if (size !== undefined && typeof size !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('strategy.size', 'Function', size);
  }
  if (Number.isNaN(mark) || mark < 0) {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark', given);
  }
  // Undefined if every chunk counts 1.
  return { mark, sizeOf: size === countOne ? undefined : size, size };
}

// What a strategy's size() returned, as a number.
function checkedSize(size) {
  const number = +size;
  if (!(number >= 0 && number < Infinity)) throw new codes.ERR_INVALID_ARG_VALUE.RangeError('size', size);
  return number;
}

// One function for all strategies of a kind, as the standard wants. Methods: neither can be constructed.
const { countOne, byteLength } = {
  countOne() { return 1; },
  byteLength(chunk) { return chunk.byteLength; },
};
Object.defineProperty(countOne, 'name', { __proto__: null, value: 'size' });
Object.defineProperty(byteLength, 'name', { __proto__: null, value: 'size' });

function readMark(init) {
  validateObject(init, 'init', kValidateObjectAllowObjects);
  const { highWaterMark } = init;
  if (highWaterMark === undefined) throw new codes.ERR_MISSING_OPTION('init.highWaterMark');
  return +highWaterMark;
}

class ByteLengthQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = readMark(init);
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    return #highWaterMark in this ? byteLength : this.#highWaterMark;
  }

  [kInspect](depth, options) {
    return show('ByteLengthQueuingStrategy', { highWaterMark: this.#highWaterMark }, depth, options);
  }
}

class CountQueuingStrategy {
  #highWaterMark;

  constructor(init) {
    this.#highWaterMark = readMark(init);
  }

  get highWaterMark() {
    return this.#highWaterMark;
  }

  get size() {
    return #highWaterMark in this ? countOne : this.#highWaterMark;
  }

  [kInspect](depth, options) {
    return show('CountQueuingStrategy', { highWaterMark: this.#highWaterMark }, depth, options);
  }
}

defineInterface(ByteLengthQueuingStrategy, ['highWaterMark', 'size']);
defineInterface(CountQueuingStrategy, ['highWaterMark', 'size']);

module.exports = {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  byteLength,
  checkStrategy,
  checkedSize,
  readStrategy,
};
