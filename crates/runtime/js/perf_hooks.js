// perf_hooks: the clock is there; entries, observers and histograms are not yet.
'use strict';

const { performance, Performance } = require('internal/performance');
const { functions, classes } = require('internal/unimplemented');

module.exports = {
  Performance,
  ...classes('perf_hooks', [
    'PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceResourceTiming',
  ]),
  ...functions('perf_hooks',
               ['monitorEventLoopDelay', 'eventLoopUtilization', 'timerify', 'createHistogram']),
  performance,
};
