// perf_hooks: the clock, entries, observers and histograms.
'use strict';

const { performance, Performance, becomeEventTarget } = require('internal/performance');
const { createHistogram } = require('internal/perf/histogram');
const { functions } = require('internal/unimplemented');
const { monitorEventLoopDelay } = require('internal/perf/event_loop_delay');
const { PerformanceEntry } = require('internal/perf/entry');
const { PerformanceMark, PerformanceMeasure } = require('internal/perf/user_timing');
const { PerformanceResourceTiming } = require('internal/perf/resource_timing');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf/observer');

becomeEventTarget();

module.exports = {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  PerformanceResourceTiming,
  monitorEventLoopDelay,
  eventLoopUtilization: performance.eventLoopUtilization,
  timerify: performance.timerify,
  createHistogram,
  ...functions('perf_hooks', ['createSlidingWindowHistogram', 'importHistogram']),
  performance,
};

// Of collections, whose entries there are none of.
const constants = Object.freeze({
  NODE_PERFORMANCE_GC_MAJOR: 4,
  NODE_PERFORMANCE_GC_MINOR: 1,
  NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
  NODE_PERFORMANCE_GC_INCREMENTAL: 8,
  NODE_PERFORMANCE_GC_WEAKCB: 16,
  NODE_PERFORMANCE_GC_FLAGS_NO: 0,
  NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
  NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
  NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
  NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
  NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
  NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
});
Object.defineProperty(module.exports, 'constants', { __proto__: null, value: constants, enumerable: true });
