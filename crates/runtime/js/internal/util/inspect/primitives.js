// Formatting of primitive values: quoted strings, numbers, bigints, symbols.
'use strict';

const { groupFromLeft, groupFromRight } = require('internal/util/digits');

const singleQuote = 39;
const backslash = 92;

const shortEscapes = {
  '__proto__': null,
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '\'': '\\\'',
  '\\': '\\\\',
};

// By code: how to write the characters of one byte that cannot stand for themselves.
const escapes = new Array(0xa0).fill(undefined);
for (let code = 0; code < escapes.length; code++) {
  const character = String.fromCharCode(code);
  const isControl = code < 0x20 || code >= 0x7f;
  if (shortEscapes[character] !== undefined) escapes[code] = shortEscapes[character];
  else if (isControl) escapes[code] = `\\x${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
}

function isHighSurrogate(code) {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code) {
  return code >= 0xdc00 && code <= 0xdfff;
}

// How to write the character at `position`, if not as itself.
function escapeAt(text, position) {
  const code = text.charCodeAt(position);
  if (code < escapes.length) return escapes[code];
  const isHalf = (isHighSurrogate(code) && !isLowSurrogate(text.charCodeAt(position + 1))) ||
    (isLowSurrogate(code) && !isHighSurrogate(text.charCodeAt(position - 1)));
  return isHalf ? `\\u${code.toString(16)}` : undefined;
}

// Where the first character is that has to be looked at; the length if all are plain.
function plainEnd(text) {
  let end = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code < 32 || code === singleQuote || code === backslash) break;
    if (code >= 127 && (code < 0xa0 || (code >= 0xd800 && code <= 0xdfff))) break;
  }
  return end;
}

function escapeFrom(text, start, keepsSingleQuotes) {
  let result = '';
  let copied = 0;
  for (let i = start; i < text.length; i++) {
    const escaped = escapeAt(text, i);
    if (escaped === undefined || (keepsSingleQuotes && text.charCodeAt(i) === singleQuote)) continue;
    result += text.slice(copied, i) + escaped;
    copied = i + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

// Without quotes, as inside of Symbol(...).
function escapeText(text) {
  return escapeFrom(text, plainEnd(text), false);
}

// In single quotes; in others where that saves escaping the single quotes of the text.
function quote(text) {
  const end = plainEnd(text);
  if (end === text.length) return `'${text}'`;
  const mark = text.includes("'", end) ? rarestQuote(text) : "'";
  return mark + escapeFrom(text, end, mark !== "'") + mark;
}

function rarestQuote(text) {
  if (!text.includes('"')) return '"';
  return text.includes('`') || text.includes('${') ? "'" : '`';
}

// Texts up to this length are never split into lines.
const minLineWidth = 16;

function formatString(stylize, text, context) {
  const left = text.length - context.maxStringLength;
  const shown = left > 0 ? text.slice(0, context.maxStringLength) : text;
  const rest = left > 0 ? `... ${left} more character${left > 1 ? 's' : ''}` : '';
  const width = context.breakLength - context.indentationLvl - 4;
  if (context.compact === true || shown.length <= Math.max(minLineWidth, width)) {
    return stylize(quote(shown), 'string') + rest;
  }
  const glue = ` +\n${' '.repeat(context.indentationLvl + 2)}`;
  return linesOf(shown).map((line) => stylize(quote(line), 'string')).join(glue) + rest;
}

// The lines, each with its end.
function linesOf(text) {
  const lines = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < text.length - 1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  lines.push(text.slice(start));
  return lines;
}

function formatNumber(stylize, number, numericSeparator) {
  if (number === 0) return stylize(Object.is(number, -0) ? '-0' : '0', 'number');
  const text = `${number}`;
  if (!numericSeparator || !Number.isFinite(number) || text.includes('e')) return stylize(text, 'number');
  const point = text.indexOf('.');
  if (point === -1) return stylize(groupFromRight(text), 'number');
  return stylize(
    `${groupFromRight(text.slice(0, point))}.${groupFromLeft(text.slice(point + 1))}`, 'number');
}

function formatBigInt(stylize, bigint, numericSeparator) {
  const text = String(bigint);
  return stylize(`${numericSeparator ? groupFromRight(text) : text}n`, 'bigint');
}

function formatPrimitive(stylize, value, context) {
  switch (typeof value) {
    case 'string':
      return formatString(stylize, value, context);
    case 'number':
      return formatNumber(stylize, value, context.numericSeparator);
    case 'bigint':
      return formatBigInt(stylize, value, context.numericSeparator);
    case 'boolean':
      return stylize(`${value}`, 'boolean');
    case 'undefined':
      return stylize('undefined', 'undefined');
    default:
      return stylize(Symbol.prototype.toString.call(value), 'symbol');
  }
}

module.exports = { escapeText, quote, formatNumber, formatBigInt, formatPrimitive };
