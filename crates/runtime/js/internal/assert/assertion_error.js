// AssertionError, and the messages that assertions make themselves.
'use strict';

const { validateObject } = require('internal/validators');
const { showCode } = require('internal/errors');
const { inspect } = require('internal/util/inspect');
const { isNativeError } = require('internal/util/types');

const headers = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
  notIdentical: 'Values have same structure but are not reference-equal:',
};

const noColors = { blue: '', green: '', red: '', white: '', clear: '' };
const longestCompactInput = 12;
const longestSingleValue = 5;
const mostLines = 50;
const mostCharacters = 512;

// An error is shown by its text and properties; two stacks would only differ.
function copyError(source) {
  const target = Object.assign({ __proto__: Object.getPrototypeOf(source) }, source);
  const hidden = (value) => ({ __proto__: null, value, writable: true, configurable: true });
  Object.defineProperty(target, 'message', hidden(source.message));
  Object.defineProperty(target, 'stack', hidden(''));
  if (Object.hasOwn(source, 'cause')) {
    const { cause } = source;
    Object.defineProperty(target, 'cause', hidden(isError(cause) ? copyError(cause) : cause));
  }
  return target;
}

function inspectValue(value) {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

function isError(value) {
  return isNativeError(value) || value instanceof Error;
}

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

function bothObjects(a, b) {
  return (isObject(a) && isObject(b)) || (typeof a === 'function' && typeof b === 'function');
}

function currentColors() {
  const { shouldColorize } = require('internal/util/colors');
  return shouldColorize(process.stderr) ?
    { blue: '\u001b[34m', green: '\u001b[32m', red: '\u001b[31m', white: '\u001b[39m', clear: '\u001b[0m' } :
    noColors;
}

// The message of an assertion that wanted two values to be equal.
function equalityMessage(actual, expected, operator, diffMode, message) {
  if (operator === 'strictEqual' && bothObjects(actual, expected)) operator = 'strictEqualObject';
  const actualText = inspectValue(actual);
  const expectedText = inspectValue(expected);
  const actualLines = actualText.split('\n');
  const expectedLines = expectedText.split('\n');
  const colors = currentColors();
  if (actualText === expectedText && isObject(actual) && isObject(expected)) {
    return sameStructureMessage(actualLines, diffMode, message || headers.notIdentical, colors);
  }
  const header = message || headers[operator];
  const legend = `${colors.green}+ actual${colors.white} ${colors.red}- expected${colors.white}`;
  if (actualLines.length === 1 && expectedLines.length === 1) {
    const compact = compactMessage(actual, expected, actualText, expectedText);
    if (compact !== undefined) return `${header}\n\n${compact}\n`;
    const { showPair } = require('internal/assert/diff');
    const caret = caretUnder(actual, expected, actualText, expectedText);
    return `${header}\n${legend}\n\n${showPair(actualText, expectedText, colors)}${caret}\n`;
  }
  const { diffLines, showDiff } = require('internal/assert/diff');
  const ignoreComma = isObject(actual) && isObject(expected);
  const { text, skipped } = showDiff(diffLines(actualLines, expectedLines, ignoreComma), colors);
  const note = skipped ? `\n${colors.blue}...${colors.white} Skipped lines` : '';
  return `${header}\n${legend}${note}\n\n${text}\n`;
}

function sameStructureMessage(lines, diffMode, header, colors) {
  if (lines.length <= mostLines || diffMode === 'full') return `${header}\n\n${lines.join('\n')}\n`;
  const dots = `${colors.blue}...${colors.white}`;
  return `${header}\n\n${dots} Skipped lines\n${lines.slice(0, mostLines).join('\n')}\n${dots}}\n`;
}

// '1 !== 2' for two short primitives.
function compactMessage(actual, expected, actualText, expectedText) {
  if (isObject(actual) && isObject(expected)) return undefined;
  if (actual === 0 && expected === 0) return undefined;
  const length = unquotedLength(actual, actualText) + unquotedLength(expected, expectedText);
  return length <= longestCompactInput ? `${actualText} !== ${expectedText}` : undefined;
}

function unquotedLength(value, text) {
  return typeof value === 'string' ? text.length - 2 : text.length;
}

// A '^' under the first character that differs, if both fit on a line.
function caretUnder(actual, expected, actualText, expectedText) {
  if (isObject(actual) || isObject(expected) || actualText === expectedText) return '';
  const width = process.stderr.isTTY ? process.stderr.columns : 80;
  if (actualText.length + expectedText.length > width) return '';
  let position = 0;
  while (position < actualText.length && actualText[position] === expectedText[position]) position++;
  return position > 2 ? `\n${' '.repeat(position + 2)}^` : '';
}

// Of an assertion that wanted them not to be equal: one value tells both.
function inequalityMessage(actual, expected, operator, diffMode) {
  const header = operator === 'notStrictEqual' && bothObjects(actual, expected) ?
    headers.notStrictEqualObject :
    headers[operator];
  let lines = inspectValue(actual).split('\n');
  if (lines.length > mostLines && diffMode !== 'full') lines = [...lines.slice(0, mostLines - 4), '...'];
  if (lines.length > 1) return `${header}\n\n${lines.join('\n')}\n`;
  return lines[0].length > longestSingleValue ? `${header}\n\n${lines[0]}` : `${header} ${lines[0]}`;
}

// Of the legacy assertions: both values, without a diff.
function legacyMessage(actual, expected, operator, diffMode) {
  const limit = diffMode === 'full' ? Infinity : mostCharacters;
  const actualText = inspectValue(actual);
  const expectedText = inspectValue(expected);
  // Told by one value where both look the same.
  if (operator === 'notDeepEqual' && actualText === expectedText) {
    return shorten(`${headers.notDeepEqual}\n\n${actualText}`, limit * 2);
  }
  const left = shorten(actualText, limit);
  const right = shorten(expectedText, limit);
  switch (operator) {
    case 'deepEqual':
      return `${headers.deepEqual}\n\n${left}\n\nshould loosely deep-equal\n\n${right}`;
    case 'notDeepEqual':
      return `${headers.notDeepEqualUnequal}\n\n${left}\n\nshould not loosely deep-equal\n\n${right}`;
    default:
      return `${left} ${operator} ${right}`;
  }
}

function shorten(text, limit) {
  return text.length > limit ? `${text.slice(0, limit - 3)}...` : text;
}

// A caller's own message stands in front of the difference; elsewhere it is all there is.
function createMessage(actual, expected, operator, diffMode, message) {
  const isEquality =
    operator === 'deepStrictEqual' || operator === 'partialDeepStrictEqual' || operator === 'strictEqual';
  if (message != null && !isEquality) return String(message);
  if (isError(actual) && isError(expected)) {
    actual = copyError(actual);
    expected = copyError(expected);
  }
  if (isEquality) return equalityMessage(actual, expected, operator, diffMode, message);
  return operator === 'notDeepStrictEqual' || operator === 'notStrictEqual' ?
    inequalityMessage(actual, expected, operator, diffMode) :
    legacyMessage(actual, expected, operator, diffMode);
}

class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const { message, operator, stackStartFn, diff = 'simple', actual, expected } = options;
    super(createMessage(actual, expected, operator, diff, message));
    this.generatedMessage = !message;
    Object.defineProperty(this, 'name', {
      __proto__: null, value: 'AssertionError', writable: true, configurable: true,
    });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.diff = diff;
    // From where the assertion was called.
    Error.captureStackTrace(this, stackStartFn || options.stackStartFunction);
  }

  // Long values are shown in part: they are already in the message. A copy is shown, so that nobody sees them change.
  [inspect.custom](depth, context) {
    const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
    Object.defineProperty(copy, 'stack', { __proto__: null, value: this.stack });
    for (const key of ['actual', 'expected']) {
      if (typeof copy[key] === 'string') copy[key] = shortenLines(copy[key]);
    }
    return inspect(copy, { ...context, customInspect: false, depth: 0 });
  }
}

showCode(AssertionError.prototype);

function shortenLines(text) {
  const lines = text.split('\n');
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`;
  // Of a long line Node shows what is beyond the limit: so do we.
  return text.length > mostCharacters ? `${text.slice(mostCharacters)}...` : text;
}

module.exports = { AssertionError, inspectValue };
