// PerformanceResourceTiming: how long it took to fetch something; performance.markResourceTiming() and the limit of how many
// are kept.
'use strict';

const { PerformanceEntry, kMakesEntry } = require('internal/perf/entry');
const { codes } = require('internal/errors');
const { inspectInside } = require('internal/perf/inspect_inside');
const { customInspectSymbol } = require('internal/util');
const timeline = require('internal/perf/timeline');

const kInfo = Symbol('kInfo');
// What the head of an answer counts for, in bytes.
const kHeadSize = 300;

// What each property is, from what is known of the fetch; in the order in which they are shown.
const kProperties = {
  __proto__: null,
  initiatorType: (fetch) => fetch.initiatorType,
  nextHopProtocol: (fetch) => fetch.connection?.ALPNNegotiatedProtocol,
  workerStart: (fetch) => fetch.timing.finalServiceWorkerStartTime,
  redirectStart: (fetch) => fetch.timing.redirectStartTime,
  redirectEnd: (fetch) => fetch.timing.redirectEndTime,
  fetchStart: (fetch) => fetch.timing.postRedirectStartTime,
  domainLookupStart: (fetch) => fetch.connection?.domainLookupStartTime,
  domainLookupEnd: (fetch) => fetch.connection?.domainLookupEndTime,
  connectStart: (fetch) => fetch.connection?.connectionStartTime,
  connectEnd: (fetch) => fetch.connection?.connectionEndTime,
  secureConnectionStart: (fetch) => fetch.connection?.secureConnectionStartTime,
  requestStart: (fetch) => fetch.timing.finalNetworkRequestStartTime,
  finalResponseHeadersStart: (fetch) => fetch.timing.finalNetworkResponseStartTime,
  firstInterimResponseStart: (fetch) => fetch.timing.firstInterimNetworkResponseStartTime ?? 0,
  responseStart: (fetch) => fetch.timing.finalNetworkResponseStartTime,
  responseEnd: (fetch) => fetch.timing.endTime,
  transferSize: (fetch) => (fetch.cacheMode === 'local' ? 0 : fetch.timing.encodedBodySize + kHeadSize),
  encodedBodySize: (fetch) => fetch.timing.encodedBodySize,
  decodedBodySize: (fetch) => fetch.timing.decodedBodySize,
  deliveryType: (fetch) => fetch.deliveryType,
  responseStatus: (fetch) => fetch.status,
  renderBlockingStatus: () => 'non-blocking',
  contentType: (fetch) => fetch.body?.contentType ?? '',
  contentEncoding: (fetch) => fetch.body?.contentEncoding ?? '',
};
const kNames = Object.keys(kProperties);

class PerformanceResourceTiming extends PerformanceEntry {
  constructor(key = undefined, name, fetch) {
    if (key !== kMakesEntry) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    super(key, name, 'resource', fetch.timing.startTime, fetch.timing.endTime - fetch.timing.startTime);
    this[kInfo] = fetch;
  }

  toJSON() {
    const info = infoOf(this);
    const object = super.toJSON();
    for (const name of kNames) object[name] = kProperties[name](info);
    return object;
  }

  [customInspectSymbol](depth, options) {
    if (depth < 0) return this;
    return `PerformanceResourceTiming ${inspectInside(this.toJSON(), options)}`;
  }
}

function infoOf(entry) {
  const info = entry?.[kInfo];
  if (info === undefined) throw new codes.ERR_INVALID_THIS('PerformanceResourceTiming');
  return info;
}

for (const name of kNames) {
  const { get } = Object.getOwnPropertyDescriptor({
    get [name]() { return kProperties[name](infoOf(this)); },
  }, name);
  Object.defineProperty(PerformanceResourceTiming.prototype, name, {
    __proto__: null, get, enumerable: true, configurable: true,
  });
}
Object.defineProperty(PerformanceResourceTiming.prototype, 'toJSON', { __proto__: null, enumerable: true });
Object.defineProperty(PerformanceResourceTiming.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'PerformanceResourceTiming', configurable: true,
});

// So many entries are kept. Those beyond wait until the event that there are too many is over, which may have made room.
let limit = 250;
let waiting = [];
let isEventDue = false;

function keep(entry) {
  const kept = timeline.ofType('resource');
  if (!isEventDue && kept.length < limit) {
    kept.push(entry);
    return;
  }
  waiting.push(entry);
  if (isEventDue) return;
  isEventDue = true;
  require('timers').setImmediate(tellOfFullBuffer);
}

// As long as that makes room for more. What there is no room for then is lost.
function tellOfFullBuffer() {
  const { performance } = require('internal/performance');
  const { Event } = require('internal/event_target');
  while (waiting.length > 0) {
    const before = waiting.length;
    if (!hasRoom()) performance.dispatchEvent(new Event('resourcetimingbufferfull'));
    const kept = timeline.ofType('resource');
    while (waiting.length > 0 && hasRoom()) kept.push(waiting.shift());
    if (waiting.length === before) waiting = [];
  }
  isEventDue = false;
}

function hasRoom() {
  return timeline.ofType('resource').length < limit;
}

function markResourceTiming(
  timing, requestedUrl, initiatorType, global, cacheMode, bodyInfo, responseStatus, deliveryType = '') {
  if (cacheMode !== '' && cacheMode !== 'local') {
    throw new codes.ERR_INTERNAL_ASSERTION("cache must be an empty string or 'local'");
  }
  const entry = new PerformanceResourceTiming(kMakesEntry, requestedUrl, {
    timing,
    connection: timing.finalConnectionTimingInfo,
    initiatorType,
    cacheMode,
    body: bodyInfo,
    status: responseStatus,
    deliveryType,
  });
  timeline.tellObservers(entry, 'resource');
  keep(entry);
  return entry;
}

function clearResourceTimings() {
  timeline.clear('resource', undefined);
}

function setResourceTimingBufferSize(maxSize) {
  if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('maxSize');
  limit = toSize(maxSize);
}

// What is no size counts as none.
function toSize(value) {
  if (typeof value === 'bigint' || typeof value === 'symbol') {
    const kind = typeof value === 'bigint' ? 'BigInt' : 'Symbol';
    const error = new TypeError(`maxSize is a ${kind} and cannot be converted to a number.`);
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  const size = typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) : 0;
  return size > 0 && size < Infinity ? size : 0;
}

module.exports = {
  PerformanceResourceTiming,
  clearResourceTimings,
  markResourceTiming,
  setResourceTimingBufferSize,
};
