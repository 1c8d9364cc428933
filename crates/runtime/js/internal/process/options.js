// Options of the command line and of the environment that the library itself obeys.
'use strict';

let values;

// A Map of lists: an option can be given more than once.
function load() {
  const given = binding('process').options();
  values = new Map();
  for (let i = 0; i < given.length; i += 2) {
    if (values.has(given[i])) values.get(given[i]).push(given[i + 1]);
    else values.set(given[i], [given[i + 1]]);
  }
}

// All values of an option, in their order.
function getOptions(name) {
  if (values === undefined) load();
  return values.get(name) ?? [];
}

// The last value of an option: a text, or for one without a value true, or false if it was given with
// `--no-`; undefined if it was not given.
function getOption(name) {
  return getOptions(name).at(-1);
}

// Options that are visible as properties of `process`, and the value with which they are.
const kProperties = [
  ['--deprecation', false, 'noDeprecation'],
  ['--warnings', false, 'noProcessWarnings'],
  ['--throw-deprecation', true, 'throwDeprecation'],
  ['--trace-deprecation', true, 'traceDeprecation'],
  ['--trace-warnings', true, 'traceProcessWarnings'],
];

// At the start, if there are options at all.
function apply() {
  for (const [option, shown, property] of kProperties) {
    if (getOption(option) !== shown) continue;
    Object.defineProperty(process, property, {
      __proto__: null, value: true, writable: false, enumerable: true, configurable: true,
    });
  }
  if (getOption('--warnings') === false) process.removeAllListeners('warning');
  const title = getOption('--title');
  if (title !== undefined) process.title = title;
  const limit = getOption('--stack-trace-limit');
  if (limit !== undefined) Error.stackTraceLimit = Number(limit) | 0;
  if (getOption('--enable-source-maps')) {
    require('internal/modules/source_maps').setSourceMapsEnabled(true);
  }
  if (getOption('--expose-gc')) exposeCollector();
  if (getOption('--use-strict')) binding('process').forceStrictCode();
  if (getOption('--disallow-code-generation-from-strings')) binding('process').forbidCodeFromText();
  if (getOption('--experimental-config-file') !== undefined || getOption('--experimental-default-config-file')) {
    require('internal/util/experimental').warnExperimental('--experimental-config-file');
  }
  if (getOption('--experimental-eventsource')) exposeEventSource();
  if (getOption('--watch-loop') !== undefined || getOption('--loop-summary')) require('internal/health').start();
  if (binding('permission').state() !== 0) require('internal/process/permission').apply();
  const protoMode = getOption('--disable-proto');
  if (protoMode !== undefined) require('internal/process/disable_proto').apply(protoMode);
}

// What options take away of the globals.
function removeGlobals(target) {
  if (getOption('--order') === 'html') require('internal/order').install(target);
  if (getOption('--experimental-websocket') !== false) return;
  delete target.WebSocket;
  delete target.CloseEvent;
}

function exposeCollector() {
  const { collectGarbage } = binding('process');
  function gc(options) {
    collectGarbage();
    return options?.execution === 'async' ? Promise.resolve() : undefined;
  }
  Object.defineProperty(globalThis, 'gc', {
    __proto__: null, value: gc, writable: true, enumerable: true, configurable: false,
  });
}

function exposeEventSource() {
  const { EventSource } = require('internal/event_source');
  Object.defineProperty(globalThis, 'EventSource', {
    __proto__: null, value: EventSource, writable: true, enumerable: false, configurable: true,
  });
}

module.exports = { apply, removeGlobals, getOption, getOptions };
