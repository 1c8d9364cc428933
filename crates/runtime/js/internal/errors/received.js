// The wording of "what was expected, what was received" in argument errors.
'use strict';

const primitiveNames = new Set([
  'string', 'function', 'number', 'object', 'Function', 'Object', 'boolean', 'bigint', 'symbol',
]);
const className = /^[A-Z][a-zA-Z0-9]*$/;
const longestShownString = 28;

let inspect;
function lazyInspect() {
  inspect ??= require('internal/util/inspect').inspect;
  return inspect;
}

// 'a', 'a and b', 'a, b, and c'.
function formatList(items, word = 'and') {
  switch (items.length) {
    case 0: return '';
    case 1: return `${items[0]}`;
    case 2: return `${items[0]} ${word} ${items[1]}`;
    default: return `${items.slice(0, -1).join(', ')}, ${word} ${items[items.length - 1]}`;
  }
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
  let shown = lazyInspect()(value);
  if (shown.length > 128) shown = `${shown.slice(0, 128)}...`;
  return `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${shown}`;
}

function outOfRange(name, range, value, nameIsMessage = false) {
  const subject = nameIsMessage ? name : `The value of "${name}" is out of range.`;
  return `${subject} It must be ${range}. Received ${showNumber(value)}`;
}

// Integers past 2^32 are shown with separators.
function showNumber(value) {
  const limit = 2 ** 32;
  if (typeof value === 'bigint') {
    const shown = value > BigInt(limit) || value < -BigInt(limit) ? addSeparators(`${value}`) : `${value}`;
    return `${shown}n`;
  }
  if (Number.isInteger(value) && Math.abs(value) > limit) return addSeparators(`${value}`);
  return lazyInspect()(value);
}

function addSeparators(digits) {
  const first = digits[0] === '-' ? 1 : 0;
  let shown = '';
  let end = digits.length;
  for (; end >= first + 4; end -= 3) shown = `_${digits.slice(end - 3, end)}${shown}`;
  return `${digits.slice(0, end)}${shown}`;
}

module.exports = {
  determineSpecificType,
  formatList,
  invalidArgType,
  invalidArgValue,
  lazyInspect,
  outOfRange,
};
