// The wording of "what was expected, what was received" in argument errors.
'use strict';

const primitiveNames = new Set([
  'string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol',
]);
const className = /^\p{Lu}[\p{L}\p{Nd}]*$/u;
const longestShownString = 28;
const longestShownValue = 128;

let inspect;
function lazyInspect() {
  inspect ??= require('internal/util/inspect').inspect;
  return inspect;
}

// 'a', 'a and b', 'a, b, and c'.
function formatList(items, word = 'and') {
  const last = items.length - 1;
  if (last < 1) return items.join();
  return `${items.slice(0, last).join(', ')}${last > 1 ? ',' : ''} ${word} ${items[last]}`;
}

// The text after "Received ".
function determineSpecificType(value) {
  switch (typeof value) {
    case 'undefined': return 'undefined';
    case 'function': return `function ${value.name}`;
    case 'object': return describeObject(value);
    case 'string': return `type string (${quoteShortened(value)})`;
    case 'number': return `type number (${Object.is(value, -0) ? '-0' : value})`;
    case 'bigint': return `type bigint (${value}n)`;
    default: return `type ${typeof value} (${String(value)})`;
  }
}

function describeObject(value) {
  if (value === null) return 'null';
  const name = value.constructor?.name;
  return typeof name === 'string' && name !== '' ?
    `an instance of ${name}` :
    lazyInspect()(value, { depth: -1 });
}

function quoteShortened(text) {
  if (text.length > longestShownString) text = `${text.slice(0, longestShownString - 3)}...`;
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

// 'The "name" argument must be of type string or an instance of Buffer. Received null'.
function invalidArgType(name, expected, actual) {
  return `The ${describeName(name)} must be ${describeExpected(expected)}. ` +
    `Received ${determineSpecificType(actual)}`;
}

function describeName(name) {
  if (name.endsWith(' argument')) return name;
  return `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
}

function describeExpected(expected) {
  if (!Array.isArray(expected)) expected = [expected];
  const types = [];
  const classes = [];
  const others = [];
  for (const item of expected) {
    if (primitiveNames.has(item)) types.push(item.toLowerCase());
    else if (className.test(item)) classes.push(item);
    else others.push(item);
  }
  // Beside other classes `Object` reads as a class.
  const object = classes.length > 0 ? types.indexOf('object') : -1;
  if (object !== -1) {
    types.splice(object, 1);
    classes.push('Object');
  }
  const parts = [];
  if (types.length > 0) {
    parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${formatList(types, 'or')}`);
  }
  if (classes.length > 0) parts.push(`an instance of ${formatList(classes, 'or')}`);
  if (others.length > 1) parts.push(`one of ${formatList(others, 'or')}`);
  else if (others.length === 1) parts.push(withArticle(others[0]));
  return parts.join(' or ');
}

function withArticle(text) {
  return text.toLowerCase() === text ? text : `an ${text}`;
}

// 'The argument 'name' is invalid. Received 1'.
function invalidArgValue(name, value, reason = 'is invalid') {
  const shown = lazyInspect()(value);
  const rest = shown.length > longestShownValue ? '...' : '';
  const kind = name.includes('.') ? 'property' : 'argument';
  return `The ${kind} '${name}' ${reason}. Received ${shown.slice(0, longestShownValue)}${rest}`;
}

function outOfRange(name, range, value, nameIsMessage = false) {
  const subject = nameIsMessage ? name : `The value of "${name}" is out of range.`;
  return `${subject} It must be ${range}. Received ${showNumber(value)}`;
}

// Integers past 2^32 are shown with separators.
const longestPlain = 2 ** 32;

function showNumber(value) {
  const isBig = typeof value === 'bigint';
  const isLong = (isBig || Number.isInteger(value)) && (value > longestPlain || value < -longestPlain);
  if (!isLong) return lazyInspect()(value);
  return `${require('internal/util/digits').groupFromRight(`${value}`)}${isBig ? 'n' : ''}`;
}

module.exports = {
  determineSpecificType,
  formatList,
  invalidArgType,
  invalidArgValue,
  lazyInspect,
  outOfRange,
};
