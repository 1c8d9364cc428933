// util.format(): a text with %s and the like filled in, and the other arguments after it.
'use strict';

const { getProxyDetails } = binding('util');
const { inspect } = require('internal/util/inspect');
const { builtInNames } = require('internal/util/inspect/names');
const { defaultOptions, stylizeNoColor } = require('internal/util/inspect/options');
const { formatBigInt, formatNumber } = require('internal/util/inspect/primitives');

function format(...args) {
  return formatArguments(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  const { kValidateObjectAllowArray, validateObject } = require('internal/validators');
  validateObject(inspectOptions, 'inspectOptions', kValidateObjectAllowArray);
  return formatArguments(inspectOptions, args);
}

function formatArguments(inspectOptions, args) {
  const first = args[0];
  let text = '';
  let used = 0;
  if (typeof first === 'string') {
    if (args.length === 1) return first;
    const filled = fill(inspectOptions, first, args);
    text = filled.text;
    used = filled.used + 1;
  }
  for (let i = used; i < args.length; i++) {
    const value = args[i];
    if (i !== 0) text += ' ';
    text += typeof value === 'string' ? value : inspect(value, inspectOptions);
  }
  return text;
}

// Returns the text, and how many arguments after it are in there.
function fill(inspectOptions, pattern, args) {
  let text = '';
  let used = 0;
  let done = 0;
  for (let i = pattern.indexOf('%'); i !== -1 && i < pattern.length - 1; i = pattern.indexOf('%', i)) {
    const directive = pattern[i + 1];
    if (directive === '%') {
      text += pattern.substring(done, i + 1);
      done = i + 2;
    } else if (used + 1 < args.length) {
      const value = formatDirective(inspectOptions, directive, args[used + 1]);
      if (value !== undefined) {
        text += pattern.substring(done, i) + value;
        done = i + 2;
        used++;
      }
    }
    i += 2;
  }
  return { text: text + pattern.substring(done), used };
}

// Returns undefined if there is no such directive.
function formatDirective(inspectOptions, directive, value) {
  switch (directive) {
    case 's': return formatAsString(inspectOptions, value);
    case 'd': return formatAsNumber(inspectOptions, value, Number);
    case 'i': return formatAsNumber(inspectOptions, value, parseInt);
    case 'f': return number(inspectOptions, typeof value === 'symbol' ? NaN : parseFloat(value));
    case 'j': return stringify(value);
    case 'o': return inspect(value, { ...inspectOptions, showHidden: true, showProxy: true, depth: 4 });
    case 'O': return inspect(value, inspectOptions);
    case 'c': return '';
    default: return undefined;
  }
}

function numericSeparator(inspectOptions) {
  return inspectOptions?.numericSeparator ?? defaultOptions.numericSeparator;
}

function number(inspectOptions, value) {
  return formatNumber(stylizeNoColor, value, numericSeparator(inspectOptions));
}

function formatAsNumber(inspectOptions, value, convert) {
  if (typeof value === 'bigint') return formatBigInt(stylizeNoColor, value, numericSeparator(inspectOptions));
  return number(inspectOptions, typeof value === 'symbol' ? NaN : convert(value));
}

function formatAsString(inspectOptions, value) {
  if (typeof value === 'number') return number(inspectOptions, value);
  if (typeof value === 'bigint') return formatBigInt(stylizeNoColor, value, numericSeparator(inspectOptions));
  if (typeof value !== 'object' || value === null || !hasBuiltInToString(value)) return String(value);
  return inspect(value, { ...inspectOptions, depth: 0, colors: false, compact: 3 });
}

// Objects whose class says how to turn them into a string are shown that way by %s.
function hasBuiltInToString(value) {
  for (let proxy = getProxyDetails(value); proxy !== undefined; proxy = getProxyDetails(value)) {
    [value] = proxy;
    if (value === null) return true;
  }
  if (typeof value[Symbol.toPrimitive] === 'function' && !isBuiltIn(value, Symbol.toPrimitive)) return false;
  if (typeof value.toString !== 'function') return true;
  return isBuiltIn(value, 'toString');
}

// Whether a property comes from the prototype of a built-in class.
function isBuiltIn(value, key) {
  if (Object.hasOwn(value, key)) return false;
  let holder = value;
  do {
    holder = Object.getPrototypeOf(holder);
  } while (!Object.hasOwn(holder, key));
  const descriptor = Object.getOwnPropertyDescriptor(holder, 'constructor');
  return typeof descriptor?.value === 'function' && builtInNames.has(descriptor.value.name);
}

function stringify(value) {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (isCircular(error)) return '[Circular]';
    throw error;
  }
}

let circularMessage;

// Engines tell of a cycle in their own words: the first part of the first line is always the same.
function isCircular(error) {
  if (circularMessage === undefined) {
    const cycle = {};
    cycle.cycle = cycle;
    try {
      JSON.stringify(cycle);
    } catch ({ message }) {
      circularMessage = message.split('\n', 1)[0];
    }
  }
  return error instanceof TypeError && error.message.split('\n', 1)[0] === circularMessage;
}

module.exports = { format, formatWithOptions, formatArguments };
