// What is wrong with a text that is not JSON, in the words that scripts know. Reads the text once more,
// after the engine has refused it.
'use strict';

// As many characters of a long text are shown before and after the wrong one.
const kContext = 10;

// Values that were turned into text by mistake.
const kNotText = new Set(['undefined', 'NaN', 'Infinity', '[object Object]']);

const kLiterals = { __proto__: null, t: 'true', f: 'false', n: 'null' };

// Where a text stops being JSON: thrown by the functions that read its parts.
class Fault {
  constructor(at, reason) {
    this.at = at;
    this.reason = reason;
  }
}

function isDigit(character) {
  return character >= '0' && character <= '9';
}

function skipSpace(text, at) {
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

// Each of these gives the place after what it has read.
function readLiteral(text, at) {
  const literal = kLiterals[text[at]];
  if (literal === undefined) throw new Fault(at);
  for (let index = 1; index < literal.length; index += 1) {
    if (text[at + index] !== literal[index]) throw new Fault(at + index);
  }
  return at + literal.length;
}

function readDigits(text, at, reason) {
  if (!isDigit(text[at])) throw new Fault(at, reason);
  while (isDigit(text[at])) at += 1;
  return at;
}

function readNumber(text, at) {
  if (text[at] === '-') at += 1;
  if (text[at] === '0' && isDigit(text[at + 1])) throw new Fault(at + 1, 'Unexpected number in JSON');
  at = readDigits(text, at, 'No number after minus sign in JSON');
  if (text[at] === '.') at = readDigits(text, at + 1, 'Unterminated fractional number in JSON');
  if (text[at] === 'e' || text[at] === 'E') {
    const hasSign = text[at + 1] === '+' || text[at + 1] === '-';
    at = readDigits(text, at + (hasSign ? 2 : 1), 'Exponent part is missing a number in JSON');
  }
  return at;
}

function readEscape(text, at) {
  const kind = text[at];
  if (kind === undefined) throw new Fault(at);
  if (kind !== 'u') {
    if (!'"\\/bfnrt'.includes(kind)) throw new Fault(at, 'Bad escaped character in JSON');
    return at + 1;
  }
  for (let index = 1; index <= 4; index += 1) {
    if (!/[0-9a-f]/i.test(text[at + index] ?? '')) throw new Fault(at + index, 'Bad Unicode escape in JSON');
  }
  return at + 5;
}

function readString(text, at) {
  at += 1;
  while (text[at] !== '"') {
    if (at >= text.length) throw new Fault(at, 'Unterminated string in JSON');
    if (text[at] < ' ') throw new Fault(at, 'Bad control character in string literal in JSON');
    at = text[at] === '\\' ? readEscape(text, at + 1) : at + 1;
  }
  return at + 1;
}

function readName(text, at, reason) {
  if (text[at] !== '"') throw new Fault(at, reason);
  at = skipSpace(text, readString(text, at));
  if (text[at] !== ':') throw new Fault(at, "Expected ':' after property name in JSON");
  return at + 1;
}

// Reads the end of a value, and of all arrays and objects that end with it. `open` has the brackets that
// would close those that are open.
function readEnd(text, at, open) {
  for (;;) {
    at = skipSpace(text, at);
    if (open.length === 0) {
      if (at < text.length) throw new Fault(at, 'Unexpected non-whitespace character after JSON');
      return at;
    }
    const end = open.at(-1);
    if (text[at] === ',') {
      at += 1;
      return end === ']' ? at : readName(text, skipSpace(text, at), 'Expected double-quoted property name in JSON');
    }
    if (text[at] !== end) {
      const after = end === ']' ? 'array element' : 'property value';
      throw new Fault(at, `Expected ',' or '${end}' after ${after} in JSON`);
    }
    open.pop();
    at += 1;
  }
}

function readAll(text) {
  const open = [];
  let at = 0;
  do {
    at = skipSpace(text, at);
    const first = text[at];
    if (first === '[' || first === '{') {
      const end = first === '[' ? ']' : '}';
      open.push(end);
      at = skipSpace(text, at + 1);
      if (text[at] !== end) {
        if (end === '}') at = readName(text, at, "Expected property name or '}' in JSON");
        continue;
      }
      open.pop();
      at += 1;
    } else if (first === '"') {
      at = readString(text, at);
    } else {
      at = first === '-' || isDigit(first) ? readNumber(text, at) : readLiteral(text, at);
    }
    at = readEnd(text, at, open);
  } while (open.length > 0 || at < text.length);
}

function place(text, at) {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return `at position ${at} (line ${lines.length} column ${lines.at(-1).length + 1})`;
}

function quote(text, at) {
  if (text.length <= 2 * kContext) return `"${text}"`;
  const start = Math.max(at - kContext, 0);
  const end = Math.min(at + kContext, text.length);
  return `${start > 0 ? '...' : ''}"${text.slice(start, end)}"${end < text.length ? '...' : ''}`;
}

// The message of the error for a text that is not JSON.
function describe(text) {
  try {
    readAll(text);
  } catch (fault) {
    if (fault.reason !== undefined) return `${fault.reason} ${place(text, fault.at)}`;
    if (kNotText.has(text)) return `"${text}" is not valid JSON`;
    if (fault.at >= text.length) return 'Unexpected end of JSON input';
    return `Unexpected token '${text[fault.at]}', ${quote(text, fault.at)} is not valid JSON`;
  }
  return undefined;
}

// Makes the engine's error the one that scripts know, thrown where `parse` was called. Another, which may
// come from a reviver, is left as it is.
function explain(error, text, parse) {
  if (typeof error.message !== 'string' || !error.message.startsWith('JSON.parse: ')) return;
  const message = describe(text);
  if (message === undefined) return;
  error.message = message;
  const caller = binding('errors').errorFrames(error)[1];
  if (caller !== undefined) {
    error.fileName = caller.file;
    error.lineNumber = caller.line;
    error.columnNumber = caller.column;
  }
  Error.captureStackTrace(error, parse);
}

module.exports = { explain };
