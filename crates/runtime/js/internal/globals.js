// The global object: what Node has beyond the language, loaded when it is first touched.
'use strict';

// Descriptors. All are put in place by one call of defineProperties, which the engine has in native code:
// defineProperty() is JavaScript, and a hundred calls are a good part of a start.

function lazy(target, name, load, enumerable) {
  function get() {
    const value = load();
    Object.defineProperty(target, name, plain(value, enumerable));
    return value;
  }
  // Scripts that list what is there may look at the names of these.
  if (enumerable) {
    Object.defineProperties(get, { name: { __proto__: null, value: `get ${name}`, configurable: true } });
  }
  return {
    __proto__: null,
    configurable: true,
    enumerable,
    get,
    set(value) {
      Object.defineProperty(target, name, plain(value, enumerable));
    },
  };
}

function plain(value, enumerable) {
  return { __proto__: null, value, writable: true, configurable: true, enumerable };
}

// Name of the global, library file; the export has the global's name unless said otherwise.
const kFunctions = [
  ['structuredClone', 'internal/structured_clone'],
  ['atob', 'buffer'],
  ['btoa', 'buffer'],
  ['fetch', 'internal/fetch'],
];
const kTimers = [
  'clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout',
];
const kClasses = [
  ['Buffer', 'buffer'],
  ['Blob', 'internal/buffer/blob'],
  ['File', 'internal/buffer/file'],
  ['TextEncoder', 'internal/encoding'],
  ['TextDecoder', 'internal/encoding'],
  ['URL', 'internal/url'],
  ['URLPattern', 'internal/url_pattern'],
  ['URLSearchParams', 'internal/url'],
  ['AbortController', 'internal/abort_controller'],
  ['AbortSignal', 'internal/abort_controller'],
  ['Event', 'internal/event_target'],
  ['EventTarget', 'internal/event_target'],
  ['CustomEvent', 'internal/event_target'],
  ['CloseEvent', 'internal/events/close_event'],
  ['DOMException', 'internal/dom_exception'],
  ['QuotaExceededError', 'internal/dom_exception'],
  ['MessageChannel', 'internal/messaging/port'],
  ['MessagePort', 'internal/messaging/port'],
  ['MessageEvent', 'internal/messaging/event'],
  ['BroadcastChannel', 'internal/messaging/broadcast'],
  ['Performance', 'internal/performance'],
  ['PerformanceEntry', 'perf_hooks'],
  ['PerformanceMark', 'perf_hooks'],
  ['PerformanceMeasure', 'perf_hooks'],
  ['PerformanceObserver', 'perf_hooks'],
  ['PerformanceObserverEntryList', 'perf_hooks'],
  ['PerformanceResourceTiming', 'perf_hooks'],
  ['ReadableStream', 'stream/web'],
  ['ReadableStreamDefaultReader', 'stream/web'],
  ['ReadableStreamBYOBReader', 'stream/web'],
  ['ReadableStreamBYOBRequest', 'stream/web'],
  ['ReadableByteStreamController', 'stream/web'],
  ['ReadableStreamDefaultController', 'stream/web'],
  ['TransformStream', 'stream/web'],
  ['TransformStreamDefaultController', 'stream/web'],
  ['WritableStream', 'stream/web'],
  ['WritableStreamDefaultWriter', 'stream/web'],
  ['WritableStreamDefaultController', 'stream/web'],
  ['ByteLengthQueuingStrategy', 'stream/web'],
  ['CountQueuingStrategy', 'stream/web'],
  ['TextEncoderStream', 'stream/web'],
  ['TextDecoderStream', 'stream/web'],
  ['ErrorEvent', 'internal/events/error_event'],
  ['FormData', 'internal/fetch/form_data'],
  ['Headers', 'internal/fetch/headers'],
  ['Request', 'internal/fetch/request'],
  ['Response', 'internal/fetch/response'],
  ['Navigator', 'internal/navigator'],
  ['WebSocket', 'internal/websocket'],
  ['CompressionStream', 'stream/web'],
  ['DecompressionStream', 'stream/web'],
  ['Crypto', 'internal/crypto/webcrypto'],
  ['CryptoKey', 'internal/crypto/webcrypto/crypto_key'],
  ['SubtleCrypto', 'internal/crypto/subtle'],
];

// The engine's own, but for the words of its errors. A method, for it is no constructor.
const parseJson = JSON.parse;
const { parse } = {
  parse(text, reviver) {
    const json = typeof text === 'string' ? text : `${text}`;
    try {
      return parseJson(json, reviver);
    } catch (error) {
      if (error instanceof SyntaxError) require('internal/json_error').explain(error, json, parse);
      throw error;
    }
  },
};

// (By index, as the engine's iterators of arrays are JavaScript, too.)
function lazyAll(target, all, list, enumerable) {
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    const name = item[0];
    all[name] = lazy(target, name, () => require(item[1])[name], enumerable);
  }
}

// What scripts can only define anew.
const fixedGlobals = {
  get crypto() { return require('internal/crypto/webcrypto').crypto; },
  get navigator() { return require('internal/navigator').navigator; },
};

function install(target) {
  const all = { __proto__: null, global: plain(target, true) };
  const timers = require('timers');
  for (let i = 0; i < kTimers.length; i++) all[kTimers[i]] = plain(timers[kTimers[i]], true);
  all.queueMicrotask = plain(require('internal/task_queue').queueMicrotask, true);
  lazyAll(target, all, kFunctions, true);
  all.performance = lazy(target, 'performance', () => require('internal/performance').performance, true);
  all.crypto = Object.getOwnPropertyDescriptor(fixedGlobals, 'crypto');
  all.navigator = Object.getOwnPropertyDescriptor(fixedGlobals, 'navigator');
  lazyAll(target, all, kClasses, false);
  all.process = plain(process, false);
  all.console = lazy(target, 'console', () => require('console'), false);
  all[Symbol.toStringTag] =
    { __proto__: null, value: 'global', writable: false, enumerable: false, configurable: true };
  Object.defineProperties(target, all);
  Object.defineProperty(target.JSON, 'parse', plain(parse, false));
  if (binding('process').hasOptions()) require('internal/process/options').removeGlobals(target);
}

module.exports = { install };
