// The keys of a terminal: emitKeypressEvents(), and how sequences of characters become keys.
'use strict';

const { setTimeout, clearTimeout } = require('timers');
const { StringDecoder } = require('string_decoder');

const ESCAPE = '\x1b';
const escapeCodeTimeout = 500;

// By the code of a sequence. The same keys have many: of xterm, gnome, rxvt, putty, Cygwin.
const names = new Map();
function name(key, ...codes) {
  for (const code of codes) names.set(code, key);
}
name('f1', '[P', 'OP', '[11~', '[[A');
name('f2', '[Q', 'OQ', '[12~', '[[B');
name('f3', '[R', 'OR', '[13~', '[[C');
name('f4', '[S', 'OS', '[14~', '[[D');
name('f5', '[15~', '[[E');
name('f6', '[17~');
name('f7', '[18~');
name('f8', '[19~');
name('f9', '[20~');
name('f10', '[21~');
name('f11', '[23~');
name('f12', '[24~');
name('up', '[A', 'OA', '[a', 'Oa');
name('down', '[B', 'OB', '[b', 'Ob');
name('right', '[C', 'OC', '[c', 'Oc');
name('left', '[D', 'OD', '[d', 'Od');
name('clear', '[E', 'OE', '[e', 'Oe');
name('end', '[F', 'OF', '[4~', '[8~', '[8$', '[8^');
name('home', '[H', 'OH', '[1~', '[7~', '[7$', '[7^');
name('insert', '[2~', '[2$', '[2^');
name('delete', '[3~', '[3$', '[3^');
name('pageup', '[5~', '[[5~', '[5$', '[5^');
name('pagedown', '[6~', '[[6~', '[6$', '[6^');
name('tab', '[Z');
name('paste-start', '[200~');
name('paste-end', '[201~');

// Codes that say by themselves which key is held down, too.
const heldShift = new Set(['[a', '[b', '[c', '[d', '[e', '[2$', '[3$', '[5$', '[6$', '[7$', '[8$', '[Z']);
const heldCtrl = new Set(['Oa', 'Ob', 'Oc', 'Od', 'Oe', '[2^', '[3^', '[5^', '[6^', '[7^', '[8^']);

const plainNames = {
  '__proto__': null, '\r': 'return', '\n': 'enter', '\t': 'tab', '\b': 'backspace', '\x7f': 'backspace',
  '\x1b': 'escape', ' ': 'space',
};

function makeKey(sequence) {
  return { sequence, name: undefined, ctrl: false, meta: false, shift: false };
}

// A key of one character, which may have had an escape before it.
function characterKey(character, sequence, isEscaped) {
  const key = makeKey(sequence);
  const plain = plainNames[character];
  if (plain !== undefined) {
    key.name = plain;
    key.meta = isEscaped;
  } else if (!isEscaped && character <= '\x1a') {
    key.name = String.fromCharCode(character.charCodeAt(0) + 96);
    key.ctrl = true;
  } else if (/^[0-9A-Za-z]$/.test(character)) {
    key.name = character.toLowerCase();
    key.shift = character !== key.name;
    key.meta = isEscaped;
  } else if (isEscaped) {
    // An escape that nothing follows is the key itself.
    key.name = character === '' ? 'escape' : undefined;
    key.meta = true;
  }
  return key;
}

// A key of a sequence: its code, and a number that says which keys are held down.
function sequenceKey(sequence, code, held) {
  const key = makeKey(sequence);
  key.ctrl = (held & 4) !== 0 || heldCtrl.has(code);
  key.meta = (held & 10) !== 0;
  key.shift = (held & 1) !== 0 || heldShift.has(code);
  key.code = code;
  key.name = names.get(code) ?? 'undefined';
  return key;
}

// What stands between the bracket and the end of a sequence: [code, held]. Numbers are the code's if it ends with one of
// ~ ^ $, else they say what is held. What is neither is a code of its own.
function parseCommand(command) {
  const last = command.at(-1);
  const [first, second, third] = command.slice(0, -1).split(';');
  if (third === undefined && /^[~^$]$/.test(last)) {
    if (/^\d\d?$/.test(first) && (second === undefined || /^\d$/.test(second))) {
      return [first + last, second === undefined ? 0 : Number(second) - 1];
    }
  } else if (third === undefined && /^[A-Za-z]$/.test(last)) {
    if (second === undefined && first === '') return [last, 0];
    if (/^\d$/.test(first) && (second === undefined || /^\d$/.test(second))) return [last, Number(second ?? first) - 1];
  }
  return [command, 0];
}

// What the decoder waits for.
const PLAIN = 0;
const AFTER_ESCAPE = 1;
const AFTER_TWO_ESCAPES = 2;
const AFTER_O = 3;
const AFTER_O_DIGIT = 4;
const AFTER_BRACKET = 5;
const IN_DIGITS = 6;
const AFTER_SEMICOLON = 7;
const AT_LAST = 8;

function isDigit(character) {
  return character >= '0' && character <= '9' && character.length === 1;
}

// Takes characters, one by one, and tells of keys: onKey(text, key).
class KeyDecoder {
  #onKey;
  #state = PLAIN;
  #sequence = '';
  // Where the numbers of a sequence begin, and how many digits there are; behind an 'O', the digit itself.
  #start = 0;
  #digits = 0;

  constructor(onKey) {
    this.#onKey = onKey;
  }

  get isWithinEscape() {
    return this.#state === AFTER_ESCAPE || this.#state === AFTER_TWO_ESCAPES;
  }

  // No character comes, for a while: '' ends a sequence.
  take(character) {
    this.#sequence += character;
    switch (this.#state) {
      case PLAIN:
        if (character === ESCAPE) this.#state = AFTER_ESCAPE;
        else this.#finish(characterKey(character, this.#sequence, false), false);
        break;
      case AFTER_ESCAPE:
        if (character === ESCAPE) this.#state = AFTER_TWO_ESCAPES;
        else this.#afterEscapes(character);
        break;
      case AFTER_TWO_ESCAPES:
        this.#afterEscapes(character);
        break;
      case AFTER_O:
        if (isDigit(character)) {
          this.#state = AFTER_O_DIGIT;
          this.#digits = Number(character);
        } else {
          this.#finishSequence(`O${character}`, 0);
        }
        break;
      case AFTER_O_DIGIT:
        this.#finishSequence(`O${character}`, this.#digits - 1);
        break;
      default:
        this.#takeInBrackets(character);
    }
  }

  #afterEscapes(character) {
    if (character === 'O') {
      this.#state = AFTER_O;
    } else if (character === '[') {
      this.#state = AFTER_BRACKET;
      this.#start = this.#sequence.length;
      this.#digits = 0;
    } else {
      this.#finish(characterKey(character, this.#sequence, true), true);
    }
  }

  #takeInBrackets(character) {
    if (this.#state === AFTER_BRACKET && character === '[') {
      this.#start = this.#sequence.length;
      this.#state = IN_DIGITS;
    } else if (this.#state <= IN_DIGITS && isDigit(character) && this.#digits < 3) {
      this.#state = IN_DIGITS;
      this.#digits++;
    } else if (this.#state <= IN_DIGITS && character === ';') {
      this.#state = AFTER_SEMICOLON;
    } else if (this.#state === AFTER_SEMICOLON && isDigit(character)) {
      this.#state = AT_LAST;
    } else {
      const [code, held] = parseCommand(this.#sequence.slice(this.#start));
      const brackets = this.#sequence[this.#start - 2] === '[' ? '[[' : '[';
      this.#finishSequence(brackets + code, held);
    }
  }

  #finishSequence(code, held) {
    this.#finish(sequenceKey(this.#sequence, code, held), true);
  }

  // What is not known is told of only if it is one character.
  #finish(key, isEscaped) {
    const sequence = this.#sequence;
    this.#sequence = '';
    this.#state = PLAIN;
    if (key.name !== undefined || isEscaped) this.#onKey(isEscaped ? undefined : sequence, key);
    else if (sequence !== '') this.#onKey(sequence, key);
  }
}

const kDecoder = Symbol('keypress-decoder');

// One for a stream: reads it while somebody listens to 'keypress'.
class KeypressSource {
  #stream;
  #reader;
  #text = new StringDecoder('utf8');
  #keys;
  #timer = undefined;

  constructor(stream, reader) {
    this.#stream = stream;
    this.#reader = reader;
    this.#keys = new KeyDecoder((text, key) => stream.emit('keypress', text, key));
    const onData = (data) => {
      if (stream.listenerCount('keypress') > 0) {
        this.#take(data);
        return;
      }
      stream.removeListener('data', onData);
      stream.on('newListener', onNewListener);
    };
    const onNewListener = (event) => {
      if (event !== 'keypress') return;
      stream.on('data', onData);
      stream.removeListener('newListener', onNewListener);
    };
    if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
    else stream.on('newListener', onNewListener);
  }

  #take(data) {
    const text = this.#text.write(data);
    if (text === '') return;
    clearTimeout(this.#timer);
    const reader = this.#reader;
    let taken = 0;
    for (const character of text) {
      taken += character.length;
      const isLast = taken === text.length;
      // A tab amid other text was pasted: it completes nothing.
      if (reader !== undefined) reader.isCompletionEnabled = isLast;
      this.#keys.take(character);
      if (isLast && character === ESCAPE && this.#keys.isWithinEscape) this.#waitForMore();
    }
    if (reader !== undefined) reader.isCompletionEnabled = true;
  }

  // If nothing follows an escape soon, it was the key.
  #waitForMore() {
    const delay = this.#reader?.escapeCodeTimeout ?? escapeCodeTimeout;
    this.#timer = setTimeout(() => this.#keys.take(''), delay);
  }
}

// Makes a stream emit 'keypress'. `reader` is the Interface that reads it, if there is one.
function emitKeypressEvents(stream, reader = undefined) {
  if (stream[kDecoder] === undefined) stream[kDecoder] = new KeypressSource(stream, reader);
}

module.exports = { emitKeypressEvents };
