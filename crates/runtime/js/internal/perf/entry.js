// PerformanceEntry: something that took its time, with a name and a kind.
'use strict';

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');

const { customInspectSymbol } = require('internal/util');
const { inspectInside } = require('internal/perf/inspect_inside');

const kMakesEntry = Symbol('kMakesEntry');
const kName = Symbol('PerformanceEntry.Name');
const kEntryType = Symbol('PerformanceEntry.EntryType');
const kStartTime = Symbol('PerformanceEntry.StartTime');
const kDuration = Symbol('PerformanceEntry.Duration');
const kDetail = Symbol('kDetail');

function check(self, key, type) {
  if (self?.[key] === undefined) throw new ERR_INVALID_THIS(type);
}

class PerformanceEntry {
  constructor(key = undefined, name, entryType, startTime, duration) {
    if (key !== kMakesEntry) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this[kName] = name;
    this[kEntryType] = entryType;
    this[kStartTime] = startTime;
    this[kDuration] = duration;
  }

  get name() {
    check(this, kName, 'PerformanceEntry');
    return this[kName];
  }

  get entryType() {
    check(this, kEntryType, 'PerformanceEntry');
    return this[kEntryType];
  }

  get startTime() {
    check(this, kStartTime, 'PerformanceEntry');
    return this[kStartTime];
  }

  get duration() {
    check(this, kDuration, 'PerformanceEntry');
    return this[kDuration];
  }

  toJSON() {
    check(this, kName, 'PerformanceEntry');
    return {
      name: this[kName],
      entryType: this[kEntryType],
      startTime: this[kStartTime],
      duration: this[kDuration],
    };
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    return `${this.constructor.name} ${inspectInside(this.toJSON(), options)}`;
  }
}
Object.defineProperties(PerformanceEntry.prototype, {
  name: { __proto__: null, enumerable: true },
  entryType: { __proto__: null, enumerable: true },
  startTime: { __proto__: null, enumerable: true },
  duration: { __proto__: null, enumerable: true },
  toJSON: { __proto__: null, enumerable: true },
});

// An entry of Node's own kinds: a call of a function that timerify() made.
class PerformanceNodeEntry extends PerformanceEntry {
  get detail() {
    check(this, kDetail, 'NodePerformanceEntry');
    return this[kDetail];
  }

  toJSON() {
    return { ...super.toJSON(), detail: this[kDetail] };
  }
}

function makeNodeEntry(name, entryType, startTime, duration, detail) {
  const entry = new PerformanceNodeEntry(kMakesEntry, name, entryType, startTime, duration);
  entry[kDetail] = detail;
  return entry;
}

module.exports = { PerformanceEntry, check, kDetail, kMakesEntry, makeNodeEntry };
