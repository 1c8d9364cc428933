// readline's Interface: the lines of a stream, which are edited if that is a terminal.
'use strict';

const EventEmitter = require('events');
const { AbortError, codes } = require('internal/errors');
const { History } = require('internal/readline/history');
const { LineSplitter } = require('internal/readline/line_splitter');
const { StringDecoder } = require('string_decoder');
const {
  actions, editorOf, kEditor, kHistory, kPreviousKey, kReturnedAt,
} = require('internal/readline/actions');
const { kComplete, kHasMethods, perform } = require('internal/readline/perform');
const {
  validateAbortSignal, validateArray, validateNumber, validateUint32,
} = require('internal/validators');

const kDecoder = Symbol('kDecoder');
const kIterator = Symbol('kIterator');
const kPreviousPrompt = Symbol('kPreviousPrompt');
const kPrompt = Symbol('kPrompt');
const kQuestionCallback = Symbol('kQuestionCallback');
const kQuestionReject = Symbol('kQuestionReject');
const kSplitter = Symbol('kSplitter');

const smallestCrlfDelay = 100;
const linesAhead = 1024;
const defaultHistorySize = 30;
const defaultEscapeCodeTimeout = 500;

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
}

class LineReader extends EventEmitter {
  constructor(input, output, completer, terminal) {
    super();
    const options = getOptions(input, output, completer, terminal);
    checkOptions(options);
    const { crlfDelay, prompt = '> ', signal } = options;
    this.input = options.input;
    this.output = options.output;
    this.terminal = Boolean(options.terminal ?? options.output?.isTTY);
    this.completer = options.completer;
    this.line = '';
    this.cursor = 0;
    this.crlfDelay = crlfDelay ? Math.max(smallestCrlfDelay, crlfDelay) : smallestCrlfDelay;
    this.escapeCodeTimeout = options.escapeCodeTimeout ?? defaultEscapeCodeTimeout;
    this.tabSize = options.tabSize || 8;
    this.isCompletionEnabled = true;
    this.closed = undefined;
    this.paused = undefined;
    this[kDecoder] = new StringDecoder('utf8');
    this[kEditor] = undefined;
    this[kHistory] = new History(options.history ?? [], options.historySize ?? defaultHistorySize,
                                 Boolean(options.removeHistoryDuplicates));
    this[kPreviousKey] = undefined;
    this[kReturnedAt] = undefined;
    this[kSplitter] = new LineSplitter(this.crlfDelay);
    this[kPrompt] = `${prompt}`;
    this[kPreviousPrompt] = '';
    this[kQuestionCallback] = undefined;
    this[kQuestionReject] = undefined;
    this[kIterator] = undefined;
    if (this.terminal) listenToKeys(this);
    else listenTo(this);
    this.input.resume();
    if (signal) closeOnAbort(this, signal);
  }

  get history() {
    return this[kHistory].lines;
  }

  set history(lines) {
    this[kHistory].lines = lines;
  }

  get historyIndex() {
    return this[kHistory].index;
  }

  set historyIndex(index) {
    this[kHistory].index = index;
  }

  get historySize() {
    return this[kHistory].size;
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

  prompt(preserveCursor) {
    failIfClosed(this);
    if (this.paused) this.resume();
    if (!isEdited(this)) {
      perform(this, 'writeToOutput', this[kPrompt]);
      return;
    }
    if (!preserveCursor) this.cursor = 0;
    perform(this, 'refreshLine');
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
    if (this.terminal) perform(this, 'setRawMode', false);
    this.closed = true;
    this.emit('close');
  }

  // As if the text had been read, or the key had been pressed.
  write(data, key) {
    failIfClosed(this);
    if (this.paused) this.resume();
    if (this.terminal) perform(this, 'ttyWrite', data, key);
    else perform(this, 'normalWrite', data);
  }

  clearLine() {
    editorOf(this).leaveLine();
  }

  // Where the cursor is, behind the prompt.
  getCursorPos() {
    return editorOf(this).position();
  }

  // A completer that takes a callback, or one that returns what it found.
  [kComplete](text, callback) {
    const { completer } = this;
    if (completer.length === 2) completer(text, callback);
    else callback(null, completer(text));
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

// A terminal that can do nothing but print shows no edits.
function isEdited(reader) {
  return reader.terminal && process.env.TERM !== 'dumb';
}

// Listens to a stream until the interface is closed.
function listenUntilClosed(reader, stream, listeners) {
  for (const name of Object.keys(listeners)) stream.on(name, listeners[name]);
  reader.once('close', () => {
    for (const name of Object.keys(listeners)) stream.removeListener(name, listeners[name]);
  });
}

function listenTo(reader) {
  listenUntilClosed(reader, reader.input, {
    __proto__: null,
    error: (error) => reader.emit('error', error),
    data: (data) => perform(reader, 'normalWrite', data),
    end: () => {
      const last = reader[kSplitter].rest;
      reader[kSplitter].rest = '';
      if (last !== '') perform(reader, 'onLine', last);
      reader.close();
    },
  });
}

function isHalf(code) {
  return code >= 0xd800 && code <= 0xdfff;
}

function listenToKeys(reader) {
  const { input, output } = reader;
  require('internal/readline/keys').emitKeypressEvents(input, reader);
  listenUntilClosed(reader, input, {
    __proto__: null,
    error: (error) => reader.emit('error', error),
    keypress: (text, key) => {
      perform(reader, 'ttyWrite', text, key);
      // Half a character was written: with the other half it looks different.
      if (key?.sequence && isHalf(key.sequence.codePointAt(0))) perform(reader, 'refreshLine');
    },
    end: () => {
      if (typeof reader.line === 'string' && reader.line.length > 0) reader.emit('line', reader.line);
      reader.close();
    },
  });
  perform(reader, 'setRawMode', true);
  if (output !== null && output !== undefined) {
    listenUntilClosed(reader, output, { __proto__: null, resize: () => perform(reader, 'refreshLine') });
  }
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

actions.normalWrite = (reader, data) => {
  if (data === undefined) return;
  const lines = reader[kSplitter].split(reader[kDecoder].write(data));
  for (let i = 0; i < lines.length; i++) perform(reader, 'onLine', lines[i]);
};

// A line is the answer to a question, or an event.
actions.onLine = (reader, line) => {
  const answer = reader[kQuestionCallback];
  if (answer === undefined) {
    reader.emit('line', line);
    return;
  }
  forgetQuestion(reader);
  answer(line);
};

function forgetQuestion(reader) {
  reader[kQuestionCallback] = undefined;
  reader[kQuestionReject] = undefined;
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
function abortable(reader, signal, callback, afterAbort) {
  if (signal === undefined) return callback;
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted) {
    afterAbort();
    return undefined;
  }
  const answer = (line) => {
    signal.removeEventListener('abort', onAbort);
    callback(line);
  };
  const onAbort = () => {
    if (reader[kQuestionCallback] === answer) {
      forgetQuestion(reader);
      reader.output?.write('\r\n');
    }
    afterAbort();
  };
  signal.addEventListener('abort', onAbort, { __proto__: null, once: true });
  return answer;
}

// A promise of the answer.
function askForPromise(reader, query, options) {
  return new Promise((resolve, reject) => {
    const signal = options?.signal;
    const answer = abortable(reader, signal, resolve,
                             () => reject(new AbortError(undefined, { cause: signal.reason })));
    if (answer === undefined) return;
    ask(reader, query, answer);
    reader[kQuestionReject] = reject;
  });
}

// A key ends the interface, and with it the question that is open.
actions.closeByKey = (reader, key) => {
  const reject = reader[kQuestionReject];
  reader[kQuestionReject] = undefined;
  reject?.(new AbortError(`Aborted with ${key}`));
  reader.close();
};

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

// Scripts call and replace what they should not have known of.
for (const name of Object.keys(actions)) {
  if (name === 'closeByKey') continue;
  Interface.prototype[`_${name}`] = function(first, second) {
    return actions[name](this, first, second);
  };
}
Object.defineProperty(Interface.prototype, kHasMethods, { __proto__: null, value: true });
Object.defineProperty(Interface.prototype, '_prompt', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return this.getPrompt(); },
  set(prompt) { this.setPrompt(prompt); },
});

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
  // A completer may be asynchronous.
  async [kComplete](text, callback) {
    let found;
    try {
      found = await Reflect.apply(this.completer, undefined, [text]);
    } catch (error) {
      callback(error);
      return;
    }
    callback(null, found);
  }

  question(query, options = {}) {
    return askForPromise(this, query, options);
  }
}
Object.defineProperty(PromisesInterface, 'name', { __proto__: null, value: 'Interface', configurable: true });

module.exports = { Interface, PromisesInterface };
