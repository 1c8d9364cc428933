// PerformanceObserver: is told of new entries, many at once, in an immediate.
'use strict';

const { codes } = require('internal/errors');
const timeline = require('internal/perf/timeline');
const { validateFunction, validateObject } = require('internal/validators');

const supportedEntryTypes = Object.freeze(['dns', 'function', 'http', 'http2', 'mark', 'measure', 'net', 'resource']);
const kMakesList = Symbol('kMakesList');
const kDispatch = Symbol('kDispatch');
const kCustomInspect = Symbol.for('nodejs.util.inspect.custom');

// Observers with entries that they have not been told of.
const pending = new Set();
let isScheduled = false;

function schedule(observer) {
  pending.add(observer);
  if (isScheduled) return;
  isScheduled = true;
  require('timers').setImmediate(() => {
    isScheduled = false;
    const observers = [...pending];
    pending.clear();
    for (const each of observers) each[kDispatch]();
  });
}

function nested(options) {
  return { ...options, depth: options.depth == null ? null : options.depth - 1 };
}

class PerformanceObserverEntryList {
  #entries;

  constructor(key = undefined, entries) {
    if (key !== kMakesList) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = timeline.inOrder(entries);
  }

  static entriesOf(list) {
    if (!(#entries in list)) throw new codes.ERR_INVALID_THIS('PerformanceObserverEntryList');
    return list.#entries;
  }

  getEntries() {
    return entriesOf(this).slice();
  }

  getEntriesByType(type) {
    const entries = entriesOf(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('type');
    return timeline.byType(entries, type);
  }

  getEntriesByName(name, type = undefined) {
    const entries = entriesOf(this);
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('name');
    return timeline.byName(entries, name, type);
  }

  [kCustomInspect](depth, options) {
    if (depth < 0) return this;
    return `PerformanceObserverEntryList ${require('internal/util/inspect').inspect(this.#entries, nested(options))}`;
  }
}

const { entriesOf } = PerformanceObserverEntryList;
delete PerformanceObserverEntryList.entriesOf;

class PerformanceObserver {
  #callback;
  #entries = [];
  #types = new Set();
  // Undefined, 'single' (observe({ type }), which adds) or 'multiple' (observe({ entryTypes }), which replaces).
  #form;
  #take = (entry) => {
    this.#entries.push(entry);
    schedule(this);
  };

  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  static get supportedEntryTypes() {
    return supportedEntryTypes;
  }

  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined) {
      throw new codes.ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    }
    if (entryTypes != null && type != null) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'options.entryTypes', entryTypes, 'options.entryTypes can not set with options.type together');
    }
    this.#setForm(entryTypes === undefined ? 'single' : 'multiple');
    if (entryTypes === undefined) this.#add(type, buffered);
    else this.#replace(entryTypes);
  }

  #setForm(form) {
    if (this.#form !== undefined && this.#form !== form) {
      const { DOMException } = require('internal/dom_exception');
      const wanted = form === 'multiple' ? 'multiple observations' : 'single observation';
      throw new DOMException(`PerformanceObserver can not change to ${wanted}`, 'InvalidModificationError');
    }
    this.#form = form;
  }

  #add(type, buffered) {
    if (!supportedEntryTypes.includes(type)) return;
    this.#types.add(type);
    timeline.subscribe(type, this.#take);
    if (buffered) timeline.ofType(type).forEach(this.#take);
  }

  #replace(types) {
    if (!Array.isArray(types)) {
      throw new codes.ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', types);
    }
    this.#unsubscribe();
    for (const type of types) this.#add(type, false);
    if (this.#types.size === 0) this.disconnect();
  }

  #unsubscribe() {
    for (const type of this.#types) timeline.unsubscribe(type, this.#take);
    this.#types.clear();
  }

  disconnect() {
    this.#unsubscribe();
    pending.delete(this);
    this.#entries = [];
    this.#form = undefined;
  }

  takeRecords() {
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  [kDispatch]() {
    const entries = this.takeRecords();
    if (entries.length === 0) return;
    this.#callback.call(this, new PerformanceObserverEntryList(kMakesList, entries), this);
  }

  [kCustomInspect](depth, options) {
    if (depth < 0) return this;
    return `PerformanceObserver ${require('internal/util/inspect').inspect({
      connected: this.#types.size > 0,
      pending: pending.has(this),
      entryTypes: [...this.#types],
      buffer: this.#entries,
    }, nested(options))}`;
  }
}

function enumerable(prototype, names) {
  for (const name of names) Object.defineProperty(prototype, name, { __proto__: null, enumerable: true });
}

enumerable(PerformanceObserverEntryList.prototype, ['getEntries', 'getEntriesByType', 'getEntriesByName']);
enumerable(PerformanceObserver.prototype, ['observe', 'disconnect', 'takeRecords']);
for (const constructor of [PerformanceObserverEntryList, PerformanceObserver]) {
  Object.defineProperty(
    constructor.prototype, Symbol.toStringTag, { __proto__: null, value: constructor.name, configurable: true });
}

module.exports = { PerformanceObserver, PerformanceObserverEntryList };
