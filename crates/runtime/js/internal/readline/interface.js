// readline's Interface: the lines of a stream that is no terminal. Lines that are edited on a terminal are not
// there yet.
'use strict';

const EventEmitter = require('events');
const { AbortError, codes } = require('internal/errors');
const { LineSplitter } = require('internal/readline/line_splitter');
const { StringDecoder } = require('string_decoder');
const {
  validateAbortSignal, validateArray, validateNumber, validateUint32,
} = require('internal/validators');

const kDecoder = Symbol('kDecoder');
const kIterator = Symbol('kIterator');
const kPreviousPrompt = Symbol('kPreviousPrompt');
const kPrompt = Symbol('kPrompt');
const kQuestionCallback = Symbol('kQuestionCallback');
const kSplitter = Symbol('kSplitter');

const smallestCrlfDelay = 100;
const linesAhead = 1024;

// Interface(options), or as it was in the beginning: Interface(input, output, completer, terminal).
function getOptions(input, output, completer, terminal) {
  return input?.input === undefined ? { input, output, completer, terminal } : input;
}

function checkOptions(options) {
  const { completer, escapeCodeTimeout, history, historySize, signal, tabSize } = options;
  if (escapeCodeTimeout !== undefined && !Number.isFinite(escapeCodeTimeout)) {
    throw new codes.ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', escapeCodeTimeout);
  }
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  if (completer !== undefined && typeof completer !== 'function') {
    throw new codes.ERR_INVALID_ARG_VALUE('completer', completer);
  }
  if (history !== undefined) validateArray(history, 'history');
  if (historySize !== undefined) validateNumber(historySize, 'size', 0);
  if (tabSize !== undefined) validateUint32(tabSize, 'tabSize', true);
  if (options.terminal ?? options.output?.isTTY) {
    throw new codes.ERR_NOT_IMPLEMENTED('readline on a terminal');
  }
}

class LineReader extends EventEmitter {
  constructor(input, output, completer, terminal) {
    super();
    const options = getOptions(input, output, completer, terminal);
    checkOptions(options);
    const { crlfDelay, prompt = '> ', signal } = options;
    this.input = options.input;
    this.output = options.output;
    this.terminal = false;
    this.completer = options.completer;
    this.line = '';
    this.crlfDelay = crlfDelay ? Math.max(smallestCrlfDelay, crlfDelay) : smallestCrlfDelay;
    this.tabSize = options.tabSize || 8;
    this.closed = undefined;
    this.paused = undefined;
    this[kDecoder] = new StringDecoder('utf8');
    this[kSplitter] = new LineSplitter(this.crlfDelay);
    this[kPrompt] = `${prompt}`;
    this[kPreviousPrompt] = '';
    this[kQuestionCallback] = undefined;
    this[kIterator] = undefined;
    listenTo(this);
    if (signal) closeOnAbort(this, signal);
  }

  get columns() {
    return this.output?.columns || Infinity;
  }

  getPrompt() {
    return this[kPrompt];
  }

  setPrompt(prompt) {
    this[kPrompt] = prompt;
  }

  prompt() {
    failIfClosed(this);
    if (this.paused) this.resume();
    this.output?.write(this[kPrompt]);
  }

  pause() {
    failIfClosed(this);
    if (this.paused) return undefined;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }

  resume() {
    failIfClosed(this);
    if (!this.paused) return undefined;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }

  close() {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit('close');
  }

  // As if the text had been read.
  write(data) {
    failIfClosed(this);
    if (this.paused) this.resume();
    takeText(this, data);
  }

  // Where the cursor would be on a terminal, behind the prompt.
  getCursorPos() {
    const { getStringWidth } = require('internal/util/string_width');
    const lines = `${this[kPrompt]}${this.line}`.split('\n');
    const width = getStringWidth(lines.at(-1));
    const { columns } = this;
    const wraps = columns === Infinity ? 0 : Math.floor(width / columns);
    return { cols: columns === Infinity ? width : width % columns, rows: lines.length - 1 + wraps };
  }

  [Symbol.asyncIterator]() {
    this[kIterator] ??= makeIterator(this);
    return this[kIterator];
  }

  [Symbol.dispose]() {
    this.close();
  }
}

function failIfClosed(reader) {
  if (reader.closed) throw new codes.ERR_USE_AFTER_CLOSE('readline');
}

function listenTo(reader) {
  const { input } = reader;
  const onData = (data) => takeText(reader, data);
  const onEnd = () => {
    const last = reader[kSplitter].rest;
    reader[kSplitter].rest = '';
    if (last !== '') takeLine(reader, last);
    reader.close();
  };
  input.on('error', (error) => reader.emit('error', error));
  input.on('data', onData);
  input.on('end', onEnd);
  reader.once('close', () => {
    input.removeListener('data', onData);
    input.removeListener('end', onEnd);
  });
  input.resume();
}

function closeOnAbort(reader, signal) {
  const close = () => reader.close();
  if (signal.aborted) {
    process.nextTick(close);
    return;
  }
  signal.addEventListener('abort', close, { __proto__: null, once: true });
  reader.once('close', () => signal.removeEventListener('abort', close));
}

function takeText(reader, data) {
  if (data === undefined) return;
  const lines = reader[kSplitter].split(reader[kDecoder].write(data));
  for (let i = 0; i < lines.length; i++) takeLine(reader, lines[i]);
}

// A line is the answer to a question, or an event.
function takeLine(reader, line) {
  const answer = reader[kQuestionCallback];
  if (answer === undefined) {
    reader.emit('line', line);
    return;
  }
  forgetQuestion(reader);
  answer(line);
}

function forgetQuestion(reader) {
  reader[kQuestionCallback] = undefined;
  reader.setPrompt(reader[kPreviousPrompt]);
}

// While a question is open, another one only shows it again.
function ask(reader, query, callback) {
  failIfClosed(reader);
  if (reader[kQuestionCallback] === undefined) {
    reader[kPreviousPrompt] = reader[kPrompt];
    reader.setPrompt(query);
    reader[kQuestionCallback] = callback;
  }
  reader.prompt();
}

// Withdraws a question when it is aborted; returns a function for the answer, or undefined if it is aborted already.
function abortable(reader, signal, callback, onAbort) {
  if (signal === undefined) return callback;
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted) {
    onAbort();
    return undefined;
  }
  const answer = (line) => {
    signal.removeEventListener('abort', withdraw);
    callback(line);
  };
  const withdraw = () => {
    if (reader[kQuestionCallback] === answer) {
      forgetQuestion(reader);
      reader.output?.write('\r\n');
    }
    onAbort();
  };
  signal.addEventListener('abort', withdraw, { __proto__: null, once: true });
  return answer;
}

// A promise of the answer.
function askForPromise(reader, query, options) {
  return new Promise((resolve, reject) => {
    const signal = options?.signal;
    const answer = abortable(reader, signal, resolve,
                             () => reject(new AbortError(undefined, { cause: signal.reason })));
    if (answer !== undefined) ask(reader, query, answer);
  });
}

// What a loop over an interface listens to. It may still have lines to give, and want to pause or resume the
// interface, when that is closed.
class LineSource extends EventEmitter {
  #reader;

  constructor(reader) {
    super();
    this.#reader = reader;
    for (const name of ['line', 'error', 'close']) reader.on(name, (value) => this.emit(name, value));
  }

  pause() {
    if (!this.#reader.closed) this.#reader.pause();
  }

  resume() {
    if (!this.#reader.closed) this.#reader.resume();
  }
}

// One for all loops over an interface. Who leaves a loop early wants no more lines.
function makeIterator(reader) {
  const { kFirstEventParam, on } = require('internal/events/iterator');
  const iterator = on(new LineSource(reader), 'line', {
    __proto__: null, close: ['close'], highWaterMark: linesAhead, [kFirstEventParam]: true,
  });
  const leave = iterator.return;
  iterator.return = function() {
    reader.close();
    return Reflect.apply(leave, this, []);
  };
  return iterator;
}

// Node's can be called without `new`, too.
function Interface(input, output, completer, terminal) {
  return Reflect.construct(LineReader, [input, output, completer, terminal], new.target ?? Interface);
}
Object.setPrototypeOf(Interface, LineReader);
Object.setPrototypeOf(Interface.prototype, LineReader.prototype);

Interface.prototype.question = function question(query, options, callback) {
  const done = typeof options === 'function' ? options : callback;
  failIfClosed(this);
  if (typeof done !== 'function') return;
  const answer = abortable(this, typeof options === 'object' ? options?.signal : undefined, done, () => {});
  if (answer !== undefined) ask(this, query, answer);
};

Interface.prototype.question[Symbol.for('nodejs.util.promisify.custom')] = function question(query, options) {
  return askForPromise(this, query, options);
};

class PromisesInterface extends LineReader {
  question(query, options = {}) {
    return askForPromise(this, query, options);
  }
}
Object.defineProperty(PromisesInterface, 'name', { __proto__: null, value: 'Interface', configurable: true });

module.exports = { Interface, PromisesInterface };
