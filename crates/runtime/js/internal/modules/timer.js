// How long modules take that are required: for NODE_DEBUG=module_timer, and for trace events.
'use strict';

const { traceRequires } = require('internal/modules/cjs');

let isIn = false;
// Prints how long something took, or undefined.
let log;
// Tells of the beginning and the end, or undefined.
let tell;

function start() {
  if (isIn) return;
  isIn = true;
  traceRequires(timed);
}

// Loads a module for another one.
function timed(load, request, parent) {
  if (log === undefined && tell === undefined) return load();
  const since = process.hrtime();
  tell?.('b', request);
  try {
    return load();
  } finally {
    tell?.('e', request);
    log?.(request, parent, process.hrtime(since));
  }
}

function printTimes() {
  const { formatTime } = require('internal/util/debuglog');
  log = (request, parent, [seconds, nanoseconds]) => {
    const time = formatTime(seconds * 1000 + nanoseconds / 1e6);
    process.stderr.write(`MODULE_TIMER ${process.pid} [${parent?.id ?? ''}] [${request}]: ${time}\n`);
  };
  start();
}

// `told(phase, request)` is called when a module is begun ('b') and through ('e').
function watchRequires(told) {
  tell = told;
  if (told !== undefined) start();
}

module.exports = { printTimes, watchRequires };
