// Formatting of primitive values: quoted strings, numbers, bigints, symbols.
'use strict';

// Control characters, the single quote, the backslash, and halves of surrogate pairs.
const toEscape =
  /[\x00-\x1f\x27\x5c\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const toEscapeAll = new RegExp(toEscape.source, 'g');
const toEscapeExceptQuote = new RegExp(toEscape.source.replace('\\x27', ''));
const toEscapeAllExceptQuote = new RegExp(toEscapeExceptQuote.source, 'g');

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

function escapeCharacter(character) {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.charCodeAt(0);
  if (code < 256) return `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`;
  return `\\u${code.toString(16)}`;
}

// Without quotes, as inside of Symbol(...).
function escapeText(text) {
  return toEscapeExceptQuote.test(text) ? text.replace(toEscapeAllExceptQuote, escapeCharacter) : text;
}

// In single quotes; in others where that saves escaping the single quotes of the text.
function quote(text) {
  if (!toEscape.test(text)) return `'${text}'`;
  let mark = "'";
  if (text.includes("'")) {
    if (!text.includes('"')) mark = '"';
    else if (!text.includes('`') && !text.includes('${')) mark = '`';
  }
  const escaped = mark === "'" ?
    text.replace(toEscapeAll, escapeCharacter) :
    text.replace(toEscapeAllExceptQuote, escapeCharacter);
  return `${mark}${escaped}${mark}`;
}

// Texts up to this length are never split into lines.
const minLineWidth = 16;
const lineEnds = /(?<=\n)/;

function formatString(stylize, text, context) {
  let rest = '';
  const { maxStringLength } = context;
  if (text.length > maxStringLength) {
    const left = text.length - maxStringLength;
    text = text.slice(0, maxStringLength);
    rest = `... ${left} more character${left > 1 ? 's' : ''}`;
  }
  if (context.compact !== true && text.length > minLineWidth &&
      text.length > context.breakLength - context.indentationLvl - 4) {
    const glue = ` +\n${' '.repeat(context.indentationLvl + 2)}`;
    return text.split(lineEnds).map((line) => stylize(quote(line), 'string')).join(glue) + rest;
  }
  return stylize(quote(text), 'string') + rest;
}

// '1234567' to '1_234_567'.
function separateInteger(digits) {
  let result = '';
  const start = digits.startsWith('-') ? 1 : 0;
  let end = digits.length;
  for (; end >= start + 4; end -= 3) result = `_${digits.slice(end - 3, end)}${result}`;
  return end === digits.length ? digits : digits.slice(0, end) + result;
}

// '1234567' to '123_456_7'.
function separateFraction(digits) {
  let result = '';
  let start = 0;
  for (; start < digits.length - 3; start += 3) result += `${digits.slice(start, start + 3)}_`;
  return start === 0 ? digits : result + digits.slice(start);
}

function formatNumber(stylize, number, numericSeparator) {
  if (number === 0) return stylize(Object.is(number, -0) ? '-0' : '0', 'number');
  const text = `${number}`;
  if (!numericSeparator || !Number.isFinite(number) || text.includes('e')) return stylize(text, 'number');
  const point = text.indexOf('.');
  if (point === -1) return stylize(separateInteger(text), 'number');
  return stylize(
    `${separateInteger(text.slice(0, point))}.${separateFraction(text.slice(point + 1))}`, 'number');
}

function formatBigInt(stylize, bigint, numericSeparator) {
  const text = String(bigint);
  return stylize(`${numericSeparator ? separateInteger(text) : text}n`, 'bigint');
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
