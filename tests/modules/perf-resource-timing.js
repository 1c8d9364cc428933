// Timing of resources, and the event that there are too many.
'use strict';
const { performance, PerformanceObserver, PerformanceResourceTiming } = require('perf_hooks');

function timing(startTime) {
  return {
    startTime, endTime: startTime + 5, finalServiceWorkerStartTime: 1, redirectStartTime: 2, redirectEndTime: 3,
    postRedirectStartTime: 4, finalNetworkRequestStartTime: 5, finalNetworkResponseStartTime: 6,
    encodedBodySize: 7, decodedBodySize: 8,
    finalConnectionTimingInfo: {
      domainLookupStartTime: 9, domainLookupEndTime: 10, connectionStartTime: 11, connectionEndTime: 12,
      secureConnectionStartTime: 13, ALPNNegotiatedProtocol: 'h2',
    },
  };
}

const mark = (startTime, cacheMode = '') =>
  performance.markResourceTiming(timing(startTime), 'http://x/', 'fetch', globalThis, cacheMode, {}, 200, '');
const starts = () => performance.getEntriesByType('resource').map((entry) => entry.startTime);

console.log(performance instanceof EventTarget);
const observer = new PerformanceObserver((list) => {
  console.log('observed', list.getEntries().length, list.getEntries()[0] instanceof PerformanceResourceTiming);
  observer.disconnect();
});
observer.observe({ type: 'resource' });
const entry = mark(1);
console.log(entry.name, entry.entryType, entry.duration, entry.transferSize, entry.nextHopProtocol, entry.responseStatus);
console.log(mark(2, 'local').transferSize, Object.prototype.toString.call(entry));
console.log(performance.getEntriesByName('http://x/').length);
try {
  new PerformanceResourceTiming();
} catch (error) {
  console.log(error.code);
}
performance.clearResourceTimings();
console.log(performance.getEntries().length);

performance.setResourceTimingBufferSize(2);
for (let i = 1; i <= 5; i++) mark(i);
console.log(starts());
performance.onresourcetimingbufferfull = (event) => {
  console.log(event.type, starts());
  performance.setResourceTimingBufferSize(4);
};
setImmediate(() => setImmediate(() => {
  console.log(starts());
}));
