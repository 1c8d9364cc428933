// The global object: what Node has beyond the language, loaded when it is first touched.
'use strict';

function lazy(target, name, load, enumerable) {
  Object.defineProperty(target, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      const value = load();
      define(target, name, value, enumerable);
      return value;
    },
    set(value) {
      define(target, name, value, enumerable);
    },
  });
}

function define(target, name, value, enumerable) {
  Object.defineProperty(target, name, {
    __proto__: null, value, writable: true, configurable: true, enumerable,
  });
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
  ['URLSearchParams', 'internal/url'],
  ['AbortController', 'internal/abort_controller'],
  ['AbortSignal', 'internal/abort_controller'],
  ['Event', 'internal/event_target'],
  ['EventTarget', 'internal/event_target'],
  ['CustomEvent', 'internal/event_target'],
  ['DOMException', 'internal/dom_exception'],
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
  ['CompressionStream', 'stream/web'],
  ['DecompressionStream', 'stream/web'],
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

function lazyAll(target, list, enumerable) {
  for (const item of list) {
    const name = item[0];
    lazy(target, name, () => require(item[1])[name], enumerable);
  }
}

function install(target) {
  define(target, 'global', target, true);
  const timers = require('timers');
  for (const name of kTimers) define(target, name, timers[name], true);
  define(target, 'queueMicrotask', require('internal/task_queue').queueMicrotask, true);
  lazyAll(target, kFunctions, true);
  lazy(target, 'performance', () => require('internal/performance').performance, true);
  lazyAll(target, kClasses, false);
  define(target.JSON, 'parse', parse, false);
  define(target, 'process', process, false);
  lazy(target, 'console', () => require('console'), false);
  Object.defineProperty(target, Symbol.toStringTag, {
    __proto__: null, value: 'global', writable: false, enumerable: false, configurable: true,
  });
}

module.exports = { install };
