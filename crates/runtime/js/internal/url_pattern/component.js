// A component of a URL pattern: the pattern as text, and a regular expression that does its work.
'use strict';

const { isNamePart } = require('internal/url_pattern/tokens');
const {
  InvalidPattern, Parser, escapeExpression, segmentExpression, kAnything, kExpression, kFixed, kSegment, kWildcard,
} = require('internal/url_pattern/parts');

const kSpecialSchemes = ['http', 'https', 'ws', 'wss', 'ftp', 'file'];

function escapePattern(text) {
  return text.replace(/[+*?:{}()\\]/g, '\\$&');
}

function innerExpression(part, options) {
  if (part.kind === kSegment) return segmentExpression(options);
  return part.kind === kWildcard ? kAnything : part.value;
}

function repeats(part) {
  return part.modifier === '*' || part.modifier === '+';
}

function partExpression(part, options) {
  const { modifier } = part;
  if (part.kind === kFixed) {
    const text = escapeExpression(part.value);
    return modifier === '' ? text : `(?:${text})${modifier}`;
  }
  const inner = innerExpression(part, options);
  const prefix = escapeExpression(part.prefix);
  const suffix = escapeExpression(part.suffix);
  const isBare = prefix === '' && suffix === '';
  if (!repeats(part)) {
    return isBare ? `(${inner})${modifier}` : `(?:${prefix}(${inner})${suffix})${modifier}`;
  }
  if (isBare) return `((?:${inner})${modifier})`;
  // What is repeated has all its prefixes and suffixes in the group but for the outermost.
  const optional = modifier === '*' ? '?' : '';
  return `(?:${prefix}((?:${inner})(?:${suffix}${prefix}(?:${inner}))*)${suffix})${optional}`;
}

function compileExpression(parts, options) {
  let source = '^';
  for (const part of parts) source += partExpression(part, options);
  try {
    return new RegExp(`${source}$`, options.ignoreCase ? 'vi' : 'v');
  } catch {
    throw new InvalidPattern();
  }
}

function isDigit(unit) {
  return unit >= '0' && unit <= '9';
}

function firstCharacter(text) {
  return String.fromCodePoint(text.codePointAt(0));
}

// Whether a name that is followed by this part would be read on into it.
function runsOnInto(next) {
  if (next === undefined || next.prefix !== '' || next.suffix !== '') return false;
  if (next.kind === kFixed) return isNamePart(firstCharacter(next.value));
  return isDigit(next.name[0]);
}

function needsBraces(part, before, next, options) {
  if (part.suffix !== '') return true;
  if (part.prefix !== '' && part.prefix !== options.prefix) return true;
  const isNamed = !isDigit(part.name[0]);
  if (isNamed && part.kind === kSegment && part.modifier === '' && runsOnInto(next)) return true;
  return part.prefix === '' && options.prefix !== '' && before?.kind === kFixed && before.value.endsWith(options.prefix);
}

// A lone wildcard is an asterisk, unless that would be taken for the modifier of what is before it.
function canBeAsterisk(part, before, hasBraces) {
  return before === undefined || before.kind === kFixed || before.modifier !== '' || hasBraces || part.prefix !== '';
}

function matcherText(part, before, hasBraces, options) {
  const isNamed = !isDigit(part.name[0]);
  if (part.kind === kExpression) return `(${part.value})`;
  if (part.kind === kWildcard) return !isNamed && canBeAsterisk(part, before, hasBraces) ? '*' : `(${kAnything})`;
  if (!isNamed) return `(${segmentExpression(options)})`;
  return part.suffix !== '' && isNamePart(firstCharacter(part.suffix)) ? '\\' : '';
}

function partText(part, before, next, options) {
  if (part.kind === kFixed) {
    const text = escapePattern(part.value);
    return part.modifier === '' ? text : `{${text}}${part.modifier}`;
  }
  const hasBraces = needsBraces(part, before, next, options);
  const name = isDigit(part.name[0]) ? '' : `:${part.name}`;
  const matcher = matcherText(part, before, hasBraces, options);
  const text = `${escapePattern(part.prefix)}${name}${matcher}${escapePattern(part.suffix)}`;
  return `${hasBraces ? `{${text}}` : text}${part.modifier}`;
}

class Component {
  // `options`: delimiter and prefix of segments, and whether case counts. `encode` brings text into the form it has
  // in a URL.
  constructor(pattern, options, encode) {
    const parts = new Parser(pattern, options, encode).parse();
    this.expression = compileExpression(parts, options);
    this.names = parts.filter((part) => part.kind !== kFixed).map((part) => part.name);
    this.hasExpressions = parts.some((part) => part.kind === kExpression);
    this.text = parts.map((part, i) => partText(part, parts[i - 1], parts[i + 1], options)).join('');
  }

  test(input) {
    return this.expression.test(input);
  }

  // The groups by name, or null.
  match(input) {
    const found = this.expression.exec(input);
    if (found === null) return null;
    const groups = {};
    this.names.forEach((name, i) => { groups[name] = found[i + 1]; });
    return { groups, input };
  }

  matchesSpecialScheme() {
    return kSpecialSchemes.some((scheme) => this.test(scheme));
  }
}

module.exports = { Component, escapePattern, kSpecialSchemes };
