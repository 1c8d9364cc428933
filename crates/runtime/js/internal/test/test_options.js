// The options of a test, a suite and a hook: checked, and made of one form.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateAbortSignal, validateArray, validateNumber, validateString, validateUint32,
} = require('internal/validators');

const { isRegExp } = require('internal/util/types');

const kLongestTimeout = 2 ** 31 - 1;
const kReservedTags = ['and', 'or', 'not'];

function readTimeout(timeout, inherited) {
  if (timeout === null || timeout === undefined) return inherited;
  if (timeout !== Infinity) validateNumber(timeout, 'options.timeout', 0, kLongestTimeout);
  return timeout;
}

function readConcurrency(concurrency, inherited, isRoot) {
  if (concurrency === null || concurrency === undefined) return inherited;
  if (typeof concurrency === 'number') {
    validateUint32(concurrency, 'options.concurrency', true);
    return concurrency;
  }
  if (concurrency === false) return 1;
  if (concurrency !== true) {
    throw new ERR_INVALID_ARG_TYPE('options.concurrency', ['boolean', 'number'], concurrency);
  }
  return isRoot ? Math.max(require('os').availableParallelism() - 1, 1) : Infinity;
}

function readTag(tag, name) {
  validateString(tag, name);
  const word = tag.toLowerCase();
  const wrong = (why) => new ERR_INVALID_ARG_VALUE(name, tag, why);
  if (tag === '') throw wrong('must not be empty');
  if (kReservedTags.includes(word)) throw wrong("must not be the reserved word 'and', 'or', or 'not'");
  if (/[\s&|!()*]/.test(tag)) {
    throw wrong('contains a forbidden character. Tags must not contain whitespace, operator characters ' +
      "(&, |, !, (, ), *), or be the reserved words 'and', 'or', or 'not'");
  }
  return word;
}

let wasWarnedOfTags = false;

function warnOfTags() {
  if (wasWarnedOfTags) return;
  wasWarnedOfTags = true;
  process.emitWarning('Test tags is an experimental feature and might change at any time', 'ExperimentalWarning');
}

const kNoTags = Object.freeze([]);

// Those of the parent come first; none comes twice.
function readTags(tags, inherited) {
  if (tags === undefined) return inherited;
  validateArray(tags, 'options.tags');
  if (tags.length === 0) return inherited;
  const own = tags.map((tag, i) => readTag(tag, `options.tags[${i}]`));
  warnOfTags();
  return Object.freeze(Array.from(new Set([...inherited, ...own])));
}

// What `expectFailure` asks for: undefined, or { label, match }; a match is what assert.throws() would take.
function readExpectation(value) {
  if (value === undefined || value === null || value === false) return undefined;
  if (typeof value === 'string') return { __proto__: null, label: value, match: undefined };
  if (typeof value !== 'object' && typeof value !== 'function') {
    return { __proto__: null, label: undefined, match: undefined };
  }
  if (!isDescription(value)) return { __proto__: null, label: undefined, match: value };
  return { __proto__: null, label: value.label, match: value.match };
}

// Whether an object has `label` and `match` and nothing else.
function isDescription(value) {
  if (typeof value === 'function' || value instanceof Error || isRegExp(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('options.expectFailure', value, 'must not be an empty object');
  return keys.every((key) => key === 'label' || key === 'match');
}

// Of `skip` and `todo`: undefined if it is not set. An empty text is a reason, too.
function readMark(value) {
  return value === false || value === null ? undefined : value;
}

function readSignal(signal) {
  if (signal !== undefined && signal !== null) validateAbortSignal(signal, 'options.signal');
  return signal ?? undefined;
}

// The name, options and function of a call in any of its forms. Those in the options count more.
function readCall(...args) {
  const name = typeof args[0] === 'object' || typeof args[0] === 'function' ? undefined : args.shift();
  const options = args[0] !== null && typeof args[0] === 'object' ? args.shift() : {};
  const fn = args.find((one) => typeof one === 'function');
  return { __proto__: null, name: options.name ?? name, options, fn: options.fn ?? fn };
}

module.exports = {
  kLongestTimeout, kNoTags, readTimeout, readConcurrency, readTags, readExpectation, readMark, readSignal, readCall,
};
