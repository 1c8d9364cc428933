// performance.nodeTiming and eventLoopUtilization(): the milestones come one after the other.
'use strict';

const { performance, eventLoopUtilization } = require('node:perf_hooks');

const { nodeTiming } = performance;
console.log(Object.keys(nodeTiming), nodeTiming.constructor.name, Object.keys(nodeTiming.toJSON()));
console.log(nodeTiming.name, nodeTiming.entryType, nodeTiming.startTime);
const { nodeStart, v8Start, environment, bootstrapComplete } = nodeTiming;
console.log(nodeStart >= 0, v8Start > nodeStart, environment > v8Start, bootstrapComplete > environment);
console.log(nodeTiming.duration >= bootstrapComplete, nodeTiming.loopStart, nodeTiming.loopExit, nodeTiming.idleTime);
console.log(Object.keys(nodeTiming.uvMetricsInfo), eventLoopUtilization());

setTimeout(() => {
  const { loopStart, idleTime, loopExit, duration } = nodeTiming;
  console.log(loopStart >= bootstrapComplete, idleTime > 20, idleTime < duration, loopExit);
  const before = eventLoopUtilization();
  console.log(before.idle > 20, before.active > 0, before.utilization > 0 && before.utilization < 1);
  const end = Date.now() + 20;
  while (Date.now() < end);
  const { idle, active, utilization } = eventLoopUtilization(before);
  console.log(idle, active >= 19, utilization);
  console.log(eventLoopUtilization(eventLoopUtilization(), before).utilization);
}, 50);
process.on('exit', () => console.log(nodeTiming.loopExit > nodeTiming.loopStart));
