// Promises that were rejected while nobody listened.
'use strict';

const { cells, kAsyncContext, getAsyncContext, setAsyncContext } = require('internal/task_queue');
const kRejections = 1;

// Rejected and not yet reported, by promise, in the order of their rejections.
let pending = new Map();
const reported = new WeakMap();
const handledLate = [];
let lastId = 0;

// Told of each of them, if there is anybody: whether it was handled.
let tell;

function tellOf(listener) {
  tell = listener;
}

// From Rust: a promise was rejected without a handler, or got its handler after all.
function changed(promise, handled) {
  tell?.(handled);
  if (!handled) {
    const context = cells[kAsyncContext] === 0 ? undefined : getAsyncContext();
    pending.set(promise, { promise, id: ++lastId, context });
    cells[kRejections] = 1;
    return;
  }
  if (pending.delete(promise)) {
    if (pending.size === 0 && handledLate.length === 0) cells[kRejections] = 0;
    return;
  }
  const entry = reported.get(promise);
  if (entry === undefined) return;
  reported.delete(promise);
  handledLate.push(entry);
  cells[kRejections] = 1;
}

function reasonOf(promise) {
  return binding('util').getPromiseDetails(promise)[1];
}

// From Rust, when ticks and microtasks are all done. If a listener throws, what it left is for the next
// time.
function processRejections() {
  if (cells[kAsyncContext] !== 0) setAsyncContext(undefined);
  while (handledLate.length > 0) {
    const entry = handledLate.shift();
    if (process.emit('rejectionHandled', entry.promise)) continue;
    const warning = new Error('Promise rejection was handled asynchronously ' +
                              `(rejection id: ${entry.id})`);
    warning.name = 'PromiseRejectionHandledWarning';
    warning.id = entry.id;
    process.emitWarning(warning);
  }
  const list = pending;
  pending = new Map();
  for (const entry of list.values()) {
    reported.set(entry.promise, entry);
    reportInContext(entry);
  }
  cells[kRejections] = pending.size > 0 || handledLate.length > 0 ? 1 : 0;
}

// A listener is called in the context of the rejection; an error that it throws is not told there.
function reportInContext(entry) {
  // (A listener of 'rejectionHandled' may have left another one.)
  if (cells[kAsyncContext] !== 0) setAsyncContext(entry.context);
  try {
    report(entry, reasonOf(entry.promise));
  } finally {
    // (It may be the listener that brought the first context.)
    if (cells[kAsyncContext] !== 0) setAsyncContext(undefined);
  }
}

// What is done about a rejection, by the value of `--unhandled-rejections`.
const kModes = {
  __proto__: null,
  throw(entry, reason) {
    if (!emit(entry, reason)) raise(reason);
  },
  strict(entry, reason) {
    raise(reason);
    if (!emit(entry, reason)) warn(entry, reason);
  },
  warn(entry, reason) {
    emit(entry, reason);
    warn(entry, reason);
  },
  'warn-with-error-code'(entry, reason) {
    if (emit(entry, reason)) return;
    warn(entry, reason);
    process.exitCode = 1;
  },
  none: emit,
};

let report = function(entry, reason) {
  const { getOption } = require('internal/process/options');
  const mode = getOption('--unhandled-rejections') ?? 'throw';
  report = kModes[mode];
  if (getOption('--watch-loop') !== undefined) {
    report = require('internal/health').watchReport(report, mode, (entry) => reported.has(entry.promise));
  }
  report(entry, reason);
};

function emit(entry, reason) {
  return process.emit('unhandledRejection', reason, entry.promise);
}

// As an exception that nobody caught: comes back only if somebody takes it.
function raise(reason) {
  const error = reason instanceof Error ? reason : unhandledError(reason);
  require('internal/process/lifecycle').handleUncaught(error, undefined, 'unhandledRejection');
}

const kCause = 'This error originated either by throwing inside of an async function without a catch ' +
  'block, or by rejecting a promise which was not handled with .catch().';

function unhandledError(reason) {
  const error = new Error(`${kCause} The promise rejected with the reason "${describe(reason)}".`);
  error.code = 'ERR_UNHANDLED_REJECTION';
  Object.defineProperty(error, 'name', {
    __proto__: null, value: 'UnhandledPromiseRejection', writable: true, configurable: true,
  });
  return error;
}

// Two warnings: the reason, and what an unhandled rejection is.
function warn(entry, reason) {
  const name = 'UnhandledPromiseRejectionWarning';
  const isError = binding('types').isNativeError(reason);
  process.emitWarning(isError ? stackOf(reason) : describe(reason), name);
  const warning = new Error(`Unhandled promise rejection. ${kCause} To terminate the node process on ` +
    'unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` (see ' +
    'https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode). ' +
    `(rejection id: ${entry.id})`);
  warning.name = name;
  if (isError) warning.stack = stackOf(reason);
  process.emitWarning(warning);
}

function stackOf(error) {
  return String(error.stack);
}

// Without running any code of the reason's.
function describe(reason) {
  if (reason === null || (typeof reason !== 'object' && typeof reason !== 'function')) {
    return String(reason);
  }
  return `#<${binding('util').getConstructorName(reason)}>`;
}

module.exports = { changed, process: processRejections, tellOf };
