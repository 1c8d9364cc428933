// performance: the clock of the process, and the way to everything else of perf_hooks, which is loaded
// when it is first used.
'use strict';

const native = binding('process');
const started = native.hrtime() - native.uptime() * 1e9;
// Not by Date.now(): tests put other clocks there.
// The same in all threads.
const timeOrigin = native.timeOrigin(new Date().getTime() - native.uptime() * 1e3);

const kIsPerformance = Symbol('kIsPerformance');
const kMakesPerformance = Symbol('kMakesPerformance');
const kOfEventTargets = ['addEventListener', 'dispatchEvent', 'removeEventListener', 'onresourcetimingbufferfull'];

const timeline = () => require('internal/perf/timeline');

function now() {
  return (native.hrtime() - started) / 1e6;
}

function check(self) {
  if (self === performance || self?.[kIsPerformance]) return;
  throw new (require('internal/errors').codes.ERR_INVALID_THIS)('Performance');
}

function checkCount(args, name) {
  if (args.length === 0) throw new (require('internal/errors').codes.ERR_MISSING_ARGS)(name);
}

class Performance {
  constructor(key = undefined) {
    if (key !== kMakesPerformance) throw new (require('internal/errors').codes.ERR_ILLEGAL_CONSTRUCTOR)();
    this[kIsPerformance] = true;
  }

  clearMarks(name = undefined) {
    check(this);
    require('internal/perf/user_timing').clearMarks(name);
  }

  clearMeasures(name = undefined) {
    check(this);
    timeline().clear('measure', name);
  }

  getEntries() {
    check(this);
    return timeline().all();
  }

  getEntriesByName(name, type = undefined) {
    check(this);
    checkCount(arguments, 'name');
    return timeline().byName(timeline().all(), name, type);
  }

  getEntriesByType(type) {
    check(this);
    checkCount(arguments, 'type');
    return timeline().byType(timeline().all(), type);
  }

  mark(name, options = undefined) {
    check(this);
    checkCount(arguments, 'name');
    return require('internal/perf/user_timing').mark(name, options);
  }

  measure(name, startOrOptions = undefined, endMark = undefined) {
    check(this);
    checkCount(arguments, 'name');
    return require('internal/perf/user_timing').measure(name, startOrOptions, endMark);
  }

  now() {
    check(this);
    return now();
  }

  get timeOrigin() {
    check(this);
    return timeOrigin;
  }

  toJSON() {
    check(this);
    return {
      nodeTiming: this.nodeTiming,
      timeOrigin,
      eventLoopUtilization: this.eventLoopUtilization(),
    };
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (depth < 0) return this;
    const { inspectInside } = require('internal/perf/inspect_inside');
    return `Performance ${inspectInside({ nodeTiming: this.nodeTiming, timeOrigin }, options)}`;
  }
}

function hidden(value) {
  return { __proto__: null, value, writable: true, enumerable: false, configurable: true };
}

// A property that is loaded when it is first asked for.
function lazy(name, id, enumerable = false) {
  Object.defineProperty(Performance.prototype, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      const value = require(id)[name];
      Object.defineProperty(Performance.prototype, name, { __proto__: null, ...hidden(value), enumerable });
      return value;
    },
    set(value) {
      Object.defineProperty(this, name, { __proto__: null, ...hidden(value), enumerable: true });
    },
  });
}

for (const name of Object.getOwnPropertyNames(Performance.prototype)) {
  if (name !== 'constructor') Object.defineProperty(Performance.prototype, name, { __proto__: null, enumerable: true });
}
lazy('eventLoopUtilization', 'internal/perf/node_timing');
lazy('nodeTiming', 'internal/perf/node_timing');
lazy('timerify', 'internal/perf/timerify');
lazy('clearResourceTimings', 'internal/perf/resource_timing', true);
lazy('markResourceTiming', 'internal/perf/resource_timing');
lazy('setResourceTimingBufferSize', 'internal/perf/resource_timing', true);
// It is an EventTarget from when somebody may notice: few scripts do, and most want to know the time.
for (const name of kOfEventTargets) {
  Object.defineProperty(Performance.prototype, name, {
    __proto__: null,
    configurable: true,
    enumerable: name === 'onresourcetimingbufferfull',
    get() {
      becomeEventTarget();
      return this[name];
    },
    set(value) {
      becomeEventTarget();
      this[name] = value;
    },
  });
}
Object.defineProperty(Performance.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'Performance', configurable: true,
});

const performance = new Performance(kMakesPerformance);

let isEventTarget = false;

function becomeEventTarget() {
  if (isEventTarget) return;
  isEventTarget = true;
  const { EventTarget, defineEventHandler, initEventTarget } = require('internal/event_target');
  for (const name of kOfEventTargets) delete Performance.prototype[name];
  Object.setPrototypeOf(Performance, EventTarget);
  Object.setPrototypeOf(Performance.prototype, EventTarget.prototype);
  initEventTarget(performance);
  defineEventHandler(Performance.prototype, 'resourcetimingbufferfull');
}

module.exports = { performance, Performance, becomeEventTarget, now, timeOrigin };
