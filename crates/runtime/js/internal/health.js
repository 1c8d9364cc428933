// What Rust says about the loop, for scripts: as warnings and on a channel. And what it is told for that.
'use strict';

const { lastFunction, setHooks, watchRuns } = require('internal/task_queue');

const kName = 'LoopWarning';
const kChannel = 'rondo.loop';

// At the start, if the loop is watched.
function start() {
  watchRuns();
  setHooks({ __proto__: null, lastBegun: lastFunction, loopWarning });
}

// From Rust: it was said on standard error. `stack` has a line end before each line.
function loopWarning(code, message, stack, milliseconds) {
  const { channel } = require('diagnostics_channel');
  const published = channel(kChannel);
  if (published.hasSubscribers) published.publish({ code, message, stack: stack.slice(1), milliseconds });
  if (process.listenerCount('warning') === 0) return;
  const warning = new Error(message);
  warning.name = kName;
  warning.code = code;
  warning.milliseconds = milliseconds;
  warning.stack = `${kName} [${code}]: ${message}${stack}`;
  require('internal/process/warnings').emitTold(warning);
}

// What is done about a rejection, and a word about it where the program goes on as if nothing had been. `isOpen` says whether
// nobody handles it even now.
function watchReport(report, mode, isOpen) {
  const { rejected } = binding('health');
  return (entry, reason) => {
    report(entry, reason);
    if (mode.startsWith('warn') || !isOpen(entry)) return;
    const taken = mode === 'none' && process.listenerCount('unhandledRejection') === 0 ?
      '--unhandled-rejections=none has nothing come of it' : "a listener of 'unhandledRejection' was told";
    const text = describe(reason);
    const end = text.indexOf('\n    at ');
    const words = end < 0 ? text : text.slice(0, end);
    const stack = end < 0 ? '' : withoutLibrary(text.slice(end));
    rejected(`a promise was rejected with ${words}, and nobody handles it; ${taken}`, stack);
  };
}

// A stack without what is below the script's own functions, if there are any.
function withoutLibrary(stack) {
  const lines = stack.split('\n');
  const last = lines.findLastIndex((line) => line !== '' && !/\(?node:[^)]*\)?$/.test(line));
  return last < 0 ? stack : lines.slice(0, last + 1).join('\n');
}

// Without running code of the reason's.
function describe(reason) {
  if (binding('types').isNativeError(reason)) return String(reason.stack);
  if (typeof reason !== 'object' && typeof reason !== 'function') return String(reason);
  return `#<${binding('util').getConstructorName(reason)}>`;
}

module.exports = { start, watchReport };
