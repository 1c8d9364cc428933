// The tokens of a URL pattern. Positions count UTF-16 units; a token that begins with a pair of them has both.
'use strict';

const kEnd = 0;
const kChar = 1;
const kEscaped = 2;
const kName = 3;
const kRegExp = 4;
const kAsterisk = 5;
const kModifier = 6;
const kOpen = 7;
const kClose = 8;
const kInvalid = 9;

const kSigns = { '__proto__': null, '*': kAsterisk, '+': kModifier, '?': kModifier, '{': kOpen, '}': kClose };
const nameStart = /^[\p{ID_Start}$_]$/u;
const namePart = /^[\p{ID_Continue}$\u200c\u200d]$/u;
const kUnused = -1;

function isNameStart(character) {
  return nameStart.test(character);
}

function isNamePart(character) {
  return namePart.test(character);
}

function characterAt(text, position) {
  return String.fromCodePoint(text.codePointAt(position));
}

// Where the name ends that begins at `start`; `start` itself if there is none.
function endOfName(text, start) {
  let end = start;
  while (end < text.length) {
    const character = characterAt(text, end);
    if (!(end === start ? isNameStart(character) : isNamePart(character))) break;
    end += character.length;
  }
  return end;
}

// Where the closing parenthesis of a group is whose expression begins at `start`; kUnused if it cannot be one.
function endOfGroup(text, start) {
  if (text[start] === '?') return kUnused;
  let depth = 1;
  for (let i = start; i < text.length; i++) {
    const unit = text[i];
    if (unit > '\x7f') return kUnused;
    if (unit === '\\') {
      i++;
      if (i === text.length || text[i] > '\x7f') return kUnused;
    } else if (unit === ')') {
      depth--;
      if (depth === 0) return i === start ? kUnused : i;
    } else if (unit === '(') {
      depth++;
      // A group within that captures would be counted with the pattern's own.
      if (text[i + 1] !== '?') return kUnused;
    }
  }
  return kUnused;
}

class Token {
  constructor(kind, start, end, value) {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.value = value;
  }
}

function tokenAt(text, start) {
  const first = characterAt(text, start);
  const next = start + first.length;
  const sign = kSigns[first];
  if (sign !== undefined) return new Token(sign, start, next, first);
  if (first === '\\' && next < text.length) {
    const escaped = characterAt(text, next);
    return new Token(kEscaped, start, next + escaped.length, escaped);
  }
  if (first === ':') {
    const end = endOfName(text, next);
    if (end > next) return new Token(kName, start, end, text.slice(next, end));
  } else if (first === '(') {
    const end = endOfGroup(text, next);
    if (end !== kUnused) return new Token(kRegExp, start, end + 1, text.slice(next, end));
  } else if (first !== '\\') {
    return new Token(kChar, start, next, first);
  }
  return new Token(kInvalid, start, next, first);
}

// All tokens, with one that says that this was the end.
function tokenize(text) {
  const tokens = [];
  let position = 0;
  while (position < text.length) {
    const token = tokenAt(text, position);
    tokens.push(token);
    position = token.end;
  }
  tokens.push(new Token(kEnd, text.length, text.length, ''));
  return tokens;
}

module.exports = {
  isNamePart,
  tokenize,
  kAsterisk,
  kChar,
  kClose,
  kEnd,
  kEscaped,
  kInvalid,
  kModifier,
  kName,
  kOpen,
  kRegExp,
};
