// The global object: what Node has beyond the language. Most of it is made when it is first looked at.
'use strict';

function plain(value, enumerable) {
  return { __proto__: null, value, writable: true, configurable: true, enumerable };
}

// All that is loaded late, by name: the library file, the export of which has the global's name. The engine asks for a property
// of the global object before anybody sees that it is not there, so it is a plain one to scripts.
const kFunctions = {
  __proto__: null,
  structuredClone: 'internal/structured_clone',
  atob: 'buffer',
  btoa: 'buffer',
  fetch: 'internal/fetch',
};
const kTimers = [
  'clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout',
];
const kOthers = {
  __proto__: null,
  Buffer: 'buffer',
  Blob: 'internal/buffer/blob',
  File: 'internal/buffer/file',
  TextEncoder: 'internal/encoding',
  TextDecoder: 'internal/encoding',
  URL: 'internal/url',
  URLPattern: 'internal/url_pattern',
  URLSearchParams: 'internal/url',
  AbortController: 'internal/abort_controller',
  AbortSignal: 'internal/abort_controller',
  Event: 'internal/event_target',
  EventTarget: 'internal/event_target',
  CustomEvent: 'internal/event_target',
  CloseEvent: 'internal/events/close_event',
  DOMException: 'internal/dom_exception',
  QuotaExceededError: 'internal/dom_exception',
  MessageChannel: 'internal/messaging/port',
  MessagePort: 'internal/messaging/port',
  MessageEvent: 'internal/messaging/event',
  BroadcastChannel: 'internal/messaging/broadcast',
  Performance: 'internal/performance',
  PerformanceEntry: 'perf_hooks',
  PerformanceMark: 'perf_hooks',
  PerformanceMeasure: 'perf_hooks',
  PerformanceObserver: 'perf_hooks',
  PerformanceObserverEntryList: 'perf_hooks',
  PerformanceResourceTiming: 'perf_hooks',
  ReadableStream: 'stream/web',
  ReadableStreamDefaultReader: 'stream/web',
  ReadableStreamBYOBReader: 'stream/web',
  ReadableStreamBYOBRequest: 'stream/web',
  ReadableByteStreamController: 'stream/web',
  ReadableStreamDefaultController: 'stream/web',
  TransformStream: 'stream/web',
  TransformStreamDefaultController: 'stream/web',
  WritableStream: 'stream/web',
  WritableStreamDefaultWriter: 'stream/web',
  WritableStreamDefaultController: 'stream/web',
  ByteLengthQueuingStrategy: 'stream/web',
  CountQueuingStrategy: 'stream/web',
  TextEncoderStream: 'stream/web',
  TextDecoderStream: 'stream/web',
  ErrorEvent: 'internal/events/error_event',
  FormData: 'internal/fetch/form_data',
  Headers: 'internal/fetch/headers',
  Request: 'internal/fetch/request',
  Response: 'internal/fetch/response',
  Navigator: 'internal/navigator',
  WebSocket: 'internal/websocket',
  CompressionStream: 'stream/web',
  DecompressionStream: 'stream/web',
  Crypto: 'internal/crypto/webcrypto',
  CryptoKey: 'internal/crypto/webcrypto/crypto_key',
  SubtleCrypto: 'internal/crypto/subtle',
  console: undefined,
};

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

function load(name) {
  if (name === 'console') return require('console');
  return require(kFunctions[name] ?? kOthers[name])[name];
}

// What scripts can only define anew.
const fixedGlobals = {
  get crypto() { return require('internal/crypto/webcrypto').crypto; },
  get navigator() { return require('internal/navigator').navigator; },
};

// What is an accessor in Node, too: it can be assigned to, and stays one.
function assignablePerformance() {
  let value;
  let isLoaded = false;
  return Object.getOwnPropertyDescriptor({
    get performance() {
      if (!isLoaded) {
        value = require('internal/performance').performance;
        isLoaded = true;
      }
      return value;
    },
    set performance(given) {
      value = given;
      isLoaded = true;
    },
  }, 'performance');
}

function install(target) {
  const all = { __proto__: null, global: plain(target, true) };
  const timers = require('timers');
  for (let i = 0; i < kTimers.length; i++) all[kTimers[i]] = plain(timers[kTimers[i]], true);
  all.queueMicrotask = plain(require('internal/task_queue').queueMicrotask, true);
  all.performance = assignablePerformance();
  all.crypto = Object.getOwnPropertyDescriptor(fixedGlobals, 'crypto');
  all.navigator = Object.getOwnPropertyDescriptor(fixedGlobals, 'navigator');
  all.process = plain(process, false);
  all[Symbol.toStringTag] =
    { __proto__: null, value: 'global', writable: false, enumerable: false, configurable: true };
  Object.defineProperties(target, all);
  binding('globals').addLazy(Object.keys(kFunctions), Object.keys(kOthers), load);
  Object.defineProperty(target.JSON, 'parse', plain(parse, false));
  if (binding('process').hasOptions()) require('internal/process/options').removeGlobals(target);
}

module.exports = { install };
