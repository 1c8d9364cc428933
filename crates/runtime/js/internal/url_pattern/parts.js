// The parts of a pattern for one component of a URL: fixed text and places for what may be there.
'use strict';

const {
  tokenize, kAsterisk, kChar, kClose, kEnd, kEscaped, kInvalid, kModifier, kName, kOpen, kRegExp,
} = require('internal/url_pattern/tokens');

const kFixed = 0;
const kExpression = 1;
const kSegment = 2;
const kWildcard = 3;

const kAnything = '.*';

// Says that a pattern, or what is compared with one, is none; scripts never see it.
class InvalidPattern extends Error {}

function escapeExpression(text) {
  return text.replace(/[.+*?^${}()[\]|/\\]/g, '\\$&');
}

// What stands in a segment: as little as will do, up to the delimiter.
function segmentExpression({ delimiter }) {
  return `[^${escapeExpression(delimiter)}]+?`;
}

class Part {
  constructor(kind, value, modifier) {
    this.kind = kind;
    this.value = value;
    this.modifier = modifier;
    this.name = '';
    this.prefix = '';
    this.suffix = '';
  }
}

class Parser {
  constructor(pattern, options, encode) {
    this.tokens = tokenize(pattern);
    this.options = options;
    this.encode = encode;
    this.next = 0;
    this.parts = [];
    this.names = new Set();
    this.numbered = 0;
    // Text that was read and is in no part yet.
    this.text = '';
  }

  take(kind) {
    const token = this.tokens[this.next];
    if (token.kind === kInvalid) throw new InvalidPattern();
    if (token.kind !== kind) return null;
    this.next++;
    return token;
  }

  need(kind) {
    if (this.take(kind) === null) throw new InvalidPattern();
  }

  takeModifier() {
    return (this.take(kModifier) ?? this.take(kAsterisk))?.value ?? '';
  }

  takeMatcher(name) {
    return this.take(kRegExp) ?? (name === null ? this.take(kAsterisk) : null);
  }

  takeText() {
    let text = '';
    for (;;) {
      const token = this.take(kChar) ?? this.take(kEscaped);
      if (token === null) return text;
      text += token.value;
    }
  }

  flushText() {
    if (this.text === '') return;
    const text = this.text;
    this.text = '';
    this.parts.push(new Part(kFixed, this.encode(text), ''));
  }

  parse() {
    for (;;) {
      const char = this.take(kChar);
      const name = this.take(kName);
      const matcher = this.takeMatcher(name);
      if (name !== null || matcher !== null) {
        this.addBare(char?.value ?? '', name, matcher);
        continue;
      }
      const fixed = char ?? this.take(kEscaped);
      if (fixed !== null) {
        this.text += fixed.value;
      } else if (this.take(kOpen) !== null) {
        this.addGroup();
      } else {
        this.flushText();
        this.need(kEnd);
        return this.parts;
      }
    }
  }

  // A name or an expression without braces: the character before belongs to it if it is what separates segments.
  addBare(before, name, matcher) {
    let prefix = before;
    if (prefix !== this.options.prefix) {
      this.text += prefix;
      prefix = '';
    }
    this.flushText();
    this.add(prefix, name, matcher, '', this.takeModifier());
  }

  addGroup() {
    const prefix = this.takeText();
    const name = this.take(kName);
    const matcher = this.takeMatcher(name);
    const suffix = this.takeText();
    this.need(kClose);
    this.add(prefix, name, matcher, suffix, this.takeModifier());
  }

  add(prefix, name, matcher, suffix, modifier) {
    const isPlain = name === null && matcher === null;
    if (isPlain && modifier === '') {
      this.text += prefix;
      return;
    }
    this.flushText();
    if (isPlain) {
      if (prefix !== '') this.parts.push(new Part(kFixed, this.encode(prefix), modifier));
      return;
    }
    const part = this.place(matcher, modifier);
    part.name = name !== null ? name.value : `${this.numbered++}`;
    if (this.names.has(part.name)) throw new InvalidPattern();
    this.names.add(part.name);
    part.prefix = this.encode(prefix);
    part.suffix = this.encode(suffix);
    this.parts.push(part);
  }

  // An expression that is written out and the same as a wildcard is one.
  place(matcher, modifier) {
    if (matcher === null) return new Part(kSegment, '', modifier);
    if (matcher.kind === kAsterisk || matcher.value === kAnything) return new Part(kWildcard, '', modifier);
    if (matcher.value === segmentExpression(this.options)) return new Part(kSegment, '', modifier);
    return new Part(kExpression, matcher.value, modifier);
  }
}

module.exports = {
  InvalidPattern,
  Parser,
  escapeExpression,
  segmentExpression,
  kAnything,
  kExpression,
  kFixed,
  kSegment,
  kWildcard,
};
