// performance.mark() and measure(): points in time and spans between them that the program names.
'use strict';

const { PerformanceEntry, check, kDetail, kMakesEntry } = require('internal/perf/entry');
const timeline = require('internal/perf/timeline');
const { codes } = require('internal/errors');
const { milestones, nodeTiming } = require('internal/perf/node_timing');
const { now } = require('internal/performance');
const { validateNumber, validateObject, validateString } = require('internal/validators');

// When the last mark of each name was set.
const markTimes = new Map();

function copyOf(detail) {
  if (detail === undefined || detail === null) return null;
  return require('internal/structured_clone').structuredClone(detail);
}

function checkMarkName(name) {
  if (milestones.has(name)) throw new codes.ERR_INVALID_ARG_VALUE('name', name);
}

function checkTime(time) {
  if (time < 0) throw new codes.ERR_PERFORMANCE_INVALID_TIMESTAMP(time);
}

class PerformanceMark extends PerformanceEntry {
  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    name = `${name}`;
    checkMarkName(name);
    options ??= {};
    validateObject(options, 'options');
    const startTime = options.startTime ?? now();
    validateNumber(startTime, 'startTime');
    checkTime(startTime);
    super(kMakesEntry, name, 'mark', startTime, 0);
    this[kDetail] = copyOf(options.detail);
  }

  get detail() {
    check(this, kDetail, 'PerformanceMark');
    return this[kDetail];
  }

  toJSON() {
    return { ...super.toJSON(), detail: this[kDetail] };
  }
}

class PerformanceMeasure extends PerformanceEntry {
  constructor(key = undefined, name, start, duration, detail) {
    super(key, name, 'measure', start, duration);
    this[kDetail] = detail;
  }

  get detail() {
    check(this, kDetail, 'PerformanceMeasure');
    return this[kDetail];
  }

  toJSON() {
    return { ...super.toJSON(), detail: this[kDetail] };
  }
}

for (const constructor of [PerformanceMark, PerformanceMeasure]) {
  Object.defineProperties(constructor.prototype, {
    detail: { __proto__: null, enumerable: true },
    [Symbol.toStringTag]: { __proto__: null, value: constructor.name, configurable: true },
  });
}

function mark(name, options) {
  const entry = new PerformanceMark(name, options);
  markTimes.set(entry.name, entry.startTime);
  timeline.add(entry);
  return entry;
}

function measure(name, startOrOptions, endMark) {
  validateString(name, 'name');
  const [start, end] = spanOf(startOrOptions, endMark);
  const detail = copyOf(startOrOptions?.detail);
  const entry = new PerformanceMeasure(kMakesEntry, name, start, end - start, detail);
  timeline.add(entry);
  return entry;
}

// Options that name neither start nor end tell nothing of the span.
function spanOf(startOrOptions, endMark) {
  const isObject = typeof startOrOptions === 'object' && startOrOptions !== null;
  const { start, end, duration } = isObject ? startOrOptions : {};
  if (start === undefined && end === undefined) {
    const from = typeof startOrOptions === 'string' ? timeOf(startOrOptions) : 0;
    return [from, endMark === undefined ? now() : timeOf(endMark)];
  }
  if (endMark !== undefined) {
    throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('endMark must not be specified');
  }
  return spanOfOptions(start, end, duration);
}

function spanOfOptions(start, end, duration) {
  if (duration === undefined) {
    const to = end === undefined ? now() : timeOf(end);
    return [start === undefined ? 0 : timeOf(start), to];
  }
  if (start !== undefined && end !== undefined) {
    throw new codes.ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
      'Must not have options.start, options.end, and options.duration specified');
  }
  if (start === undefined) {
    const to = timeOf(end);
    return [to - timeOf(duration), to];
  }
  const from = timeOf(start);
  return [from, from + timeOf(duration)];
}

// A time is a number, or the name of a mark or of a milestone of the process.
function timeOf(place) {
  if (typeof place === 'number') {
    checkTime(place);
    return place;
  }
  const name = `${place}`;
  if (milestones.has(name)) return nodeTiming[name];
  const time = markTimes.get(name);
  if (time === undefined) {
    const { DOMException } = require('internal/dom_exception');
    throw new DOMException(`The "${name}" performance mark has not been set`, 'SyntaxError');
  }
  return time;
}

function clearMarks(name) {
  if (name === undefined) {
    markTimes.clear();
  } else {
    name = `${name}`;
    checkMarkName(name);
    markTimes.delete(name);
  }
  timeline.clear('mark', name);
}

module.exports = { PerformanceMark, PerformanceMeasure, clearMarks, mark, measure };
