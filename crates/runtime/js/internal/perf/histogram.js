// Histograms of perf_hooks.
'use strict';

const { HdrHistogram } = require('internal/perf/hdr');
const { codes } = require('internal/errors');
const { customInspectSymbol } = require('internal/util');
const { functions } = require('internal/unimplemented');
const { inspectInside } = require('internal/perf/inspect_inside');
const { kClone, kPack } = require('internal/cloneable');
const { validateInteger, validateNumber, validateObject } = require('internal/validators');

const kMakesHistogram = Symbol('kMakesHistogram');
const kCore = Symbol('kCore');
const kDelta = Symbol('kDelta');
const kMostBigInt = 2n ** 63n - 1n;

// The core of a histogram that a method was called on.
function coreOf(histogram, name = 'Histogram') {
  const core = histogram?.[kCore];
  if (core === undefined) throw new codes.ERR_INVALID_THIS(name);
  return core;
}

function toBigInt(value) {
  return BigInt.asIntN(64, value >= 2 ** 63 ? kMostBigInt : BigInt(value));
}

class Histogram {
  constructor(key = undefined, core) {
    if (key !== kMakesHistogram) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this[kCore] = core;
  }

  get count() { return coreOf(this).count; }
  get countBigInt() { return BigInt(coreOf(this).count); }
  get min() { return coreOf(this).min; }
  get minBigInt() { return toBigInt(coreOf(this).min); }
  get max() { return coreOf(this).max; }
  get maxBigInt() { return toBigInt(coreOf(this).max); }
  get mean() { return coreOf(this).mean; }
  get exceeds() { return coreOf(this).exceeds; }
  get exceedsBigInt() { return BigInt(coreOf(this).exceeds); }
  get kurtosis() { return coreOf(this).kurtosis; }
  get skewness() { return coreOf(this).skewness; }
  get stddev() { return coreOf(this).stddev; }

  percentile(percentile) {
    const core = coreOf(this);
    checkPercentile(percentile);
    return core.percentile(percentile);
  }

  percentileBigInt(percentile) {
    const core = coreOf(this);
    checkPercentile(percentile);
    return toBigInt(core.percentile(percentile));
  }

  get percentiles() {
    return Reflect.construct(Map, [coreOf(this).percentiles()]);
  }

  get percentilesBigInt() {
    const steps = coreOf(this).percentiles();
    return Reflect.construct(Map, [steps.map((step) => [step[0], toBigInt(step[1])])]);
  }

  reset() {
    coreOf(this).reset();
  }

  toJSON() {
    const { count, min, max, mean, exceeds, stddev, skewness, kurtosis } = coreOf(this);
    const percentiles = Object.fromEntries(coreOf(this).percentiles());
    return { count, min, max, mean, exceeds, stddev, skewness, kurtosis, percentiles };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return `[${this.constructor.name}]`;
    const { min, max, mean, exceeds, stddev, skewness, kurtosis, count } = coreOf(this);
    return `Histogram ${inspectInside(
      { min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles: this.percentiles }, options)}`;
  }

  // The copy and the original count together.
  [kClone]() {
    return new Histogram(kMakesHistogram, coreOf(this));
  }

  [kPack]() {
    return ['internal/perf/histogram', { isRecordable: false, core: { ...coreOf(this) } }];
  }
}

function checkPercentile(percentile) {
  validateNumber(percentile, 'percentile');
  if (!(percentile > 0 && percentile <= 100)) {
    throw new codes.ERR_OUT_OF_RANGE('percentile', '> 0 && <= 100', percentile);
  }
}

class RecordableHistogram extends Histogram {
  constructor(key = undefined, core) {
    super(key, core);
    this[kDelta] = undefined;
  }

  record(val) {
    const core = coreOfRecordable(this);
    if (typeof val === 'bigint') {
      if (val < 1n || val > kMostBigInt) throw rangeError();
      core.record(Number(val));
      return;
    }
    validateInteger(val, 'val', 1);
    core.record(val);
  }

  // The nanoseconds since the last call, if there was one.
  recordDelta() {
    const core = coreOfRecordable(this);
    const now = binding('process').hrtime();
    if (this[kDelta] !== undefined) core.record(Math.max(1, now - this[kDelta]));
    this[kDelta] = now;
  }

  add(other) {
    const core = coreOfRecordable(this);
    if (!(other instanceof RecordableHistogram)) {
      throw new codes.ERR_INVALID_ARG_TYPE('other', 'RecordableHistogram', other);
    }
    core.add(coreOf(other));
  }

  [kClone]() {
    return new RecordableHistogram(kMakesHistogram, coreOf(this));
  }

  [kPack]() {
    return ['internal/perf/histogram', { isRecordable: true, core: { ...coreOf(this) } }];
  }
}

// One that has come from another thread, and counts for itself from here on.
function revive({ isRecordable, core }) {
  const own = Object.assign(Object.create(HdrHistogram.prototype), core);
  return isRecordable ? new RecordableHistogram(kMakesHistogram, own) : new Histogram(kMakesHistogram, own);
}

function coreOfRecordable(histogram) {
  if (!(histogram instanceof RecordableHistogram)) throw new codes.ERR_INVALID_THIS('RecordableHistogram');
  return coreOf(histogram, 'RecordableHistogram');
}

function rangeError() {
  const error = new RangeError('value is out of range');
  error.code = 'ERR_OUT_OF_RANGE';
  return error;
}

// What Node has besides; it throws.
function addMissing(prototype, names) {
  const missing = functions(`${prototype.constructor.name}.prototype`, names);
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      __proto__: null, value: missing[name], writable: true, enumerable: false, configurable: true,
    });
  }
}
addMissing(Histogram.prototype, [
  'ccdf', 'cdf', 'countAt', 'meanCI', 'export', 'burnRate', 'ksTest', 'welchTest', 'mannWhitneyTest', 'cohensD', 'cliffsD',
  'linearBuckets', 'logBuckets', 'percentileCI', 'percentilesAt', 'qrde',
]);
addMissing(RecordableHistogram.prototype, ['recordCorrected', 'subtract']);

function checkLimit(value, name, least) {
  if (typeof value === 'bigint') return Number(value);
  validateInteger(value, name, least);
  return value;
}

function createHistogram(options = {}) {
  validateObject(options, 'options');
  const { lowest: givenLowest = 1, highest: givenHighest = Number.MAX_SAFE_INTEGER, figures = 3 } = options;
  const lowest = checkLimit(givenLowest, 'options.lowest', 1);
  const highest = checkLimit(givenHighest, 'options.highest', undefined);
  if (highest < 2 * lowest) {
    throw new codes.ERR_OUT_OF_RANGE('options.highest', `>= 2 * options.lowest (${2 * lowest}n)`, givenHighest);
  }
  validateInteger(figures, 'options.figures', 1, 5);
  return new RecordableHistogram(kMakesHistogram, new HdrHistogram(lowest, highest, figures));
}

module.exports = { revive, Histogram, RecordableHistogram, createHistogram, kCore, kMakesHistogram };
