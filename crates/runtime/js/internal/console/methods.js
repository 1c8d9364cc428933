// The methods of consoles: they are bound to each console, as its own properties.
'use strict';

const { formatLog } = require('internal/console/format');
const { makeErrorHandler, writeToStream } = require('internal/console/write');

const kState = Symbol('kState');

const kStdout = 1;
const kStderr = 2;

const coloredOptions = { colors: true };

// The channels on which some methods tell of their arguments; none before diagnostics_channel is loaded.
const channels = { log: undefined, info: undefined, debug: undefined, warn: undefined, error: undefined };

function openChannels(channel) {
  for (const name of Object.keys(channels)) channels[name] = channel(`console.${name}`);
}

// Told of what is counted and timed, if there is anybody: (phase, name, count).
let tell;

function tellOf(listener) {
  tell = listener;
}

// What a console keeps to itself. The streams and some settings are properties of the console,
// where the user may change them.
class ConsoleState {
  constructor(colorMode, inspectOptions, groupIndentation, writer) {
    this.colorMode = colorMode;
    this.inspectOptions = inspectOptions;
    this.groupIndentation = groupIndentation;
    this.indentation = '';
    this.counts = new Map();
    // Of the global console, whose streams are those of the process until the user sets others.
    this.writer = writer;
    this.stdout = undefined;
    this.stderr = undefined;
  }
}

// How often a name was counted; 0 is what nobody has counted, or counted anew.
function countOf(console, name) {
  return console[kState].counts.get(name) ?? 0;
}

function setCount(console, name, count) {
  console[kState].counts.set(name, count);
  tell?.('C', `count::${name}`, count);
  return count;
}

function streamOf(console, fd) {
  return fd === kStdout ? console._stdout : console._stderr;
}

function isDirect(state, fd) {
  return state.writer !== undefined && (fd === kStdout ? state.stdout : state.stderr) === undefined;
}

function print(console, fd, text) {
  const state = console[kState];
  if (state.indentation !== '') {
    text = state.indentation + text.replaceAll('\n', `\n${state.indentation}`);
  }
  text += '\n';
  const onError = fd === kStdout ? console._stdoutErrorHandler : console._stderrErrorHandler;
  if (isDirect(state, fd)) state.writer.write(fd, text, console._ignoreErrors, onError);
  else writeToStream(streamOf(console, fd), text, console._ignoreErrors, onError);
}

// Returns undefined if nothing differs from the defaults.
function inspectOptionsOf(console, fd) {
  const { colorMode, inspectOptions } = console[kState];
  const own = inspectOptions instanceof Map ? inspectOptions.get(streamOf(console, fd)) : inspectOptions;
  if (own?.colors !== undefined) return own;
  const isColored = colorMode === 'auto' ? canColor(console, fd) : colorMode;
  if (own !== undefined) return { ...own, colors: isColored };
  return isColored ? coloredOptions : undefined;
}

function canColor(console, fd) {
  const state = console[kState];
  if (isDirect(state, fd)) return state.writer.isColored(fd);
  return require('internal/util/colors').shouldColorize(streamOf(console, fd));
}

function log(console, fd, channel, args) {
  if (channel?.hasSubscribers) channel.publish(args);
  print(console, fd, formatLog(args, () => inspectOptionsOf(console, fd)));
}

function logTime(console, method, label, data) {
  const start = console._times.get(label);
  if (start === undefined) {
    process.emitWarning(`No such label '${label}' for console.${method}()`);
    return false;
  }
  const [seconds, nanoseconds] = process.hrtime(start);
  const time = require('internal/util/debuglog').formatTime(seconds * 1000 + nanoseconds / 1e6);
  console.log('%s: %s', label, time, ...data);
  return true;
}

const methods = {
  log(...args) {
    log(this, kStdout, channels.log, args);
  },

  info(...args) {
    log(this, kStdout, channels.info, args);
  },

  debug(...args) {
    log(this, kStdout, channels.debug, args);
  },

  warn(...args) {
    log(this, kStderr, channels.warn, args);
  },

  error(...args) {
    log(this, kStderr, channels.error, args);
  },

  dir(object, options) {
    const { inspect } = require('internal/util/inspect');
    print(this, kStdout, inspect(object, {
      customInspect: false,
      ...inspectOptionsOf(this, kStdout),
      ...options,
    }));
  },

  time(label = 'default') {
    label = `${label}`;
    if (this._times.has(label)) {
      process.emitWarning(`Label '${label}' already exists for console.time()`);
      return;
    }
    this._times.set(label, process.hrtime());
    tell?.('b', `time::${label}`);
  },

  timeEnd(label = 'default') {
    label = `${label}`;
    if (!logTime(this, 'timeEnd', label, [])) return;
    this._times.delete(label);
    tell?.('e', `time::${label}`);
  },

  timeLog(label = 'default', ...data) {
    label = `${label}`;
    if (logTime(this, 'timeLog', label, data)) tell?.('n', `time::${label}`);
  },

  trace(...args) {
    const error = { name: 'Trace', message: formatLog(args, () => inspectOptionsOf(this, kStderr)) };
    Error.captureStackTrace(error, methods.trace);
    this.error(error.stack);
  },

  assert(expression, ...args) {
    if (expression) return;
    if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
    else args.unshift('Assertion failed');
    this.warn(...args);
  },

  // Only a terminal can be cleared.
  clear() {
    if (!this._stdout.isTTY || process.env.TERM === 'dumb') return;
    this._stdout.write('\u001b[1;1H');
    this._stdout.write('\u001b[0J');
  },

  count(label = 'default') {
    const name = `${label}`;
    this.log(`${name}: ${setCount(this, name, countOf(this, name) + 1)}`);
  },

  countReset(label = 'default') {
    const name = `${label}`;
    if (countOf(this, name) > 0) setCount(this, name, 0);
    else process.emitWarning(`Count for '${name}' does not exist`);
  },

  group(...data) {
    if (data.length > 0) this.log(...data);
    const state = this[kState];
    state.indentation += ' '.repeat(state.groupIndentation);
  },

  groupEnd() {
    const state = this[kState];
    state.indentation = state.indentation.slice(0, -state.groupIndentation || undefined);
  },

  table(tabularData, properties) {
    if (tabularData === null || typeof tabularData !== 'object') {
      this.log(tabularData);
      return;
    }
    const { renderTable } = require('internal/console/table');
    this.log(renderTable(tabularData, properties, inspectOptionsOf(this, kStdout)));
  },
};
methods.dirxml = methods.log;
methods.groupCollapsed = methods.group;

// Gives a console its state and its methods; a subclass may have methods of its own instead.
function setUpConsole(console, state, ignoreErrors, source) {
  const names = Object.keys(methods);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const method = source[name].bind(console);
    // Native code of the engine, which defineProperty() is not.
    Object.defineProperties(method, { name: { __proto__: null, value: name, configurable: true } });
    console[name] = method;
  }
  const hidden = (value) => ({ __proto__: null, value, writable: true, enumerable: false, configurable: true });
  Object.defineProperties(console, {
    [kState]: hidden(state),
    _stdoutErrorHandler: hidden(makeErrorHandler(() => console._stdout)),
    _stderrErrorHandler: hidden(makeErrorHandler(() => console._stderr)),
    _ignoreErrors: hidden(!!ignoreErrors),
    _times: hidden(new Map()),
    [Symbol.toStringTag]: { __proto__: null, value: 'console', configurable: true },
  });
}

module.exports = { kState, ConsoleState, methods, openChannels, setUpConsole, tellOf };
