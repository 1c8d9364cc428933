// perf_hooks: the clock, entries and observers. Histograms and the timing of resources are not there yet.
'use strict';

const { performance, Performance } = require('internal/performance');
const { functions, classes } = require('internal/unimplemented');
const { PerformanceEntry } = require('internal/perf/entry');
const { PerformanceMark, PerformanceMeasure } = require('internal/perf/user_timing');
const { PerformanceObserver, PerformanceObserverEntryList } = require('internal/perf/observer');

module.exports = {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  ...classes('perf_hooks', ['PerformanceResourceTiming']),
  ...functions('perf_hooks', ['monitorEventLoopDelay']),
  eventLoopUtilization: performance.eventLoopUtilization,
  timerify: performance.timerify,
  ...functions('perf_hooks', ['createHistogram', 'createSlidingWindowHistogram', 'importHistogram']),
  performance,
};
