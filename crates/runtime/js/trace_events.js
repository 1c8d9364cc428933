// trace_events: has a program write down what it does, for Chrome's and Perfetto's viewers of traces.
'use strict';

const { codes } = require('internal/errors');
if (!binding('worker').isMainThread) throw new codes.ERR_TRACE_EVENTS_UNAVAILABLE();

const { disable, enable, enabledCategories } = require('internal/tracing/categories');
const { inspect } = require('internal/util/inspect');
const { validateObject, validateStringArray } = require('internal/validators');

const kMostEnabled = 10;

// Those that are enabled are kept, whether or not the program does so.
const enabled = new Set();

class Tracing {
  #categories;
  #isEnabled = false;

  constructor(categories) {
    this.#categories = categories;
  }

  enable() {
    if (this.#isEnabled || this.#categories.length === 0) return;
    enable(this.#categories);
    this.#isEnabled = true;
    enabled.add(this);
    if (enabled.size > kMostEnabled) {
      process.emitWarning('Possible trace_events memory leak detected. There are more than ' +
                          `${kMostEnabled} enabled Tracing objects.`);
    }
  }

  disable() {
    if (!this.#isEnabled) return;
    this.#isEnabled = false;
    enabled.delete(this);
    disable(this.#categories);
  }

  get enabled() {
    return this.#isEnabled;
  }

  get categories() {
    return this.#categories.join(',');
  }

  [inspect.custom](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const shown = { enabled: this.enabled, categories: this.categories };
    return `Tracing ${inspect(shown)}`;
  }
}

function createTracing(options) {
  validateObject(options, 'options');
  validateStringArray(options.categories, 'options.categories');
  if (options.categories.length === 0) throw new codes.ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing(Array.from(options.categories));
}

function getEnabledCategories() {
  return enabledCategories() || undefined;
}

module.exports = { createTracing, getEnabledCategories };
