// performance.nodeTiming: the milestones of the process; eventLoopUtilization(): how busy the loop was.
'use strict';

const { PerformanceEntry, kMakesEntry } = require('internal/perf/entry');
const { now } = require('internal/performance');

const native = binding('process');

// The places of these in what `milestones` of the binding gives.
const milestones = new Map(
  ['nodeStart', 'v8Start', 'environment', 'loopStart', 'loopExit', 'bootstrapComplete']
    .map((name, index) => [name, index]));

class PerformanceNodeTiming extends PerformanceEntry {
  constructor() {
    super(kMakesEntry, 'node', 'node', 0, 0);
    const own = (descriptor) => ({ __proto__: null, enumerable: true, configurable: true, ...descriptor });
    Object.defineProperties(this, {
      name: own({ value: 'node' }),
      entryType: own({ value: 'node' }),
      startTime: own({ value: 0 }),
      duration: own({ get: now }),
    });
    for (const [name, index] of milestones) {
      Object.defineProperty(this, name, own({ get: () => native.milestones()[index] }));
    }
    Object.defineProperties(this, {
      idleTime: own({ get: idleTime }),
      uvMetricsInfo: own({ get: loopMetrics }),
    });
  }

  toJSON() {
    const { name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete, environment } = this;
    const { loopStart, loopExit } = this;
    return {
      name, entryType, startTime, duration, nodeStart, v8Start, bootstrapComplete, environment, loopStart,
      loopExit, idleTime: this.idleTime,
    };
  }
}

function idleTime() {
  return native.loopMetrics()[3];
}

function loopMetrics() {
  const [loopCount, events, eventsWaiting] = native.loopMetrics();
  return { loopCount, events, eventsWaiting };
}

const nodeTiming = new PerformanceNodeTiming();

// Since the loop began; or since `first`; or between the two.
function eventLoopUtilization(first, second) {
  const { loopStart } = nodeTiming;
  if (loopStart <= 0) return { idle: 0, active: 0, utilization: 0 };
  const idle = idleTime();
  return utilizationBetween(idle, now() - loopStart - idle, first, second);
}

function utilizationBetween(idle, active, first, second) {
  if (second) return utilization(first.idle - second.idle, first.active - second.active);
  return first ? utilization(idle - first.idle, active - first.active) : utilization(idle, active);
}

function utilization(idle, active) {
  return { idle, active, utilization: active / (idle + active) };
}

module.exports = { eventLoopUtilization, utilizationBetween, milestones, nodeTiming };
