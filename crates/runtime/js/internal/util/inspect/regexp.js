// Colours the parts of a regular expression: groups, classes, quantifiers, escapes.
'use strict';

const { colors } = require('internal/util/inspect/options');

// What a part is: its colour moves on by as many steps, and by one for each group around it.
const kDelimiter = 0;
const kBracket = 1;
const kLiteral = 2;
const kWildcard = 3;
const kOperator = 4;

const defaultPalette = ['green', 'red', 'yellow', 'cyan', 'magenta'];

const groupKind = /\?(?:<[=!]|[:=!])/y;
const groupName = /\?<([^>]*)>/y;
const quantifier = /\{(\d*)(,?)(\d*)\}/y;
const named = /(\\[pPu]\{)([^}]*)(\})/y;
const backReference = /(\\k<)([^>]*)(>)/y;
const escape = /\\(?:x[0-9a-fA-F]{2}|\d+|[pPu]\{|[^])/uy;
const classEscape = /\\(?:x[0-9a-fA-F]{2}|[^])/uy;

class Highlighter {
  constructor(text, palette) {
    this.text = text;
    this.position = 0;
    this.depth = 0;
    this.output = '';
    this.palette = palette.map((name) => colors[name]).filter((color) => color !== undefined);
  }

  write(text, kind) {
    if (text === '') return;
    const [on, off] = this.palette[Math.max(0, kind + this.depth) % this.palette.length];
    this.output += `\u001b[${on}m${text}\u001b[${off}m`;
  }

  // What `pattern` finds at the current position, which moves behind it.
  take(pattern) {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match !== null) this.position = pattern.lastIndex;
    return match;
  }

  takeCharacter() {
    const character = String.fromCodePoint(this.text.codePointAt(this.position));
    this.position += character.length;
    return character;
  }

  run() {
    while (this.position < this.text.length) {
      if (this.text[this.position] === '\\') this.writeEscape();
      else this.writePart(this.takeCharacter());
    }
    return this.output;
  }

  writePart(character) {
    switch (character) {
      case '(':
        this.write('(', kBracket);
        this.writeGroupStart();
        this.depth++;
        return;
      case ')':
        this.depth--;
        this.write(')', kBracket);
        return;
      case '[':
        this.writeClass();
        return;
      case '{':
        this.position--;
        this.writeQuantifier();
        return;
      case '.':
        this.write('.', kWildcard);
        return;
      case '*': case '+': case '?': case '|': case '^': case '$': case ',':
        this.write(character, kOperator);
        return;
      default:
        this.write(character, kLiteral);
    }
  }

  // What follows an opening parenthesis: '?:', '?<=', '?<name>'.
  writeGroupStart() {
    const kind = this.take(groupKind);
    if (kind !== null) {
      this.write(kind[0], kBracket);
      return;
    }
    const name = this.take(groupName);
    if (name !== null) {
      this.write('?<', kBracket);
      this.write(name[1], kLiteral);
      this.write('>', kBracket);
    } else if (this.text[this.position] === '?') {
      this.write(this.takeCharacter(), kLiteral);
    }
  }

  writeQuantifier() {
    const match = this.take(quantifier);
    if (match === null || match[0] === '{}') {
      if (match === null) this.position++;
      this.write(match === null ? '{' : '{}', kLiteral);
      return;
    }
    this.write('{', kBracket);
    this.write(match[1], kWildcard);
    this.write(match[2], kLiteral);
    this.write(match[3], kWildcard);
    this.write('}', kBracket);
  }

  writeEscape() {
    const name = this.take(named);
    if (name !== null) {
      this.write(name[1], kBracket);
      this.write(name[2], kLiteral);
      this.write(name[3], kBracket);
      return;
    }
    const reference = this.take(backReference);
    if (reference !== null) {
      this.write(reference[1], kDelimiter);
      this.write(reference[2], kBracket);
      this.write(reference[3], kDelimiter);
      return;
    }
    this.write(this.take(escape)?.[0] ?? this.takeCharacter(), kLiteral);
  }

  writeClass() {
    this.write('[', kBracket);
    const start = this.position;
    while (this.position < this.text.length) {
      if (this.text[this.position] === '\\') {
        this.writeClassEscape();
        continue;
      }
      const character = this.takeCharacter();
      if (character === ']') {
        this.write(']', kBracket);
        return;
      }
      const isRange = character === '-' && this.position - 1 !== start && this.text[this.position] !== ']';
      this.write(character, isRange ? kWildcard : kLiteral);
    }
  }

  // A named escape counts as a group of its own inside of a class.
  writeClassEscape() {
    const name = this.take(named);
    if (name === null) {
      this.write(this.take(classEscape)?.[0] ?? this.takeCharacter(), kLiteral);
      return;
    }
    this.write(name[1], kLiteral);
    this.write(name[2], kWildcard);
    this.write(name[3], kLiteral);
  }
}

// `text` is '/source/flags', after the name of its class if that is not RegExp.
function highlight(text, palette) {
  const start = text.indexOf('/');
  if (start === -1) return text;
  const end = text.lastIndexOf('/');
  const highlighter = new Highlighter(
    text.slice(start + 1, end), Array.isArray(palette) && palette.length > 0 ? palette : defaultPalette);
  highlighter.write('/', kDelimiter);
  highlighter.run();
  highlighter.depth = 0;
  highlighter.write('/', kDelimiter);
  highlighter.write(text.slice(end + 1), kBracket);
  return text.slice(0, start) + highlighter.output;
}

module.exports = { highlight };
