// The option `ignore` of fs.watch: glob patterns, regular expressions and functions.
'use strict';

const { codes } = require('internal/errors');
const { isRegExp } = require('internal/util/types');
const { matches } = require('internal/path/glob');

function checkRule(rule, name) {
  if (typeof rule === 'function' || isRegExp(rule)) return;
  if (typeof rule !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'RegExp', 'Function'], rule);
  if (rule === '') throw new codes.ERR_INVALID_ARG_VALUE(name, rule, 'must be a non-empty string');
}

function getRules(ignore) {
  if (!Array.isArray(ignore)) {
    checkRule(ignore, 'options.ignore');
    return [ignore];
  }
  for (let i = 0; i < ignore.length; i++) checkRule(ignore[i], `options.ignore[${i}]`);
  return ignore.slice();
}

// A pattern without a separator is about the last part of a path.
function matchesRule(rule, path) {
  if (typeof rule === 'function') return Boolean(rule(path));
  const text = `${path}`;
  if (typeof rule !== 'string') return RegExp.prototype.exec.call(rule, text) !== null;
  return matches(rule.includes('/') ? text : text.slice(text.lastIndexOf('/') + 1), rule, false);
}

// What says whether a change is not to be told of; undefined if all are.
function makeIgnore(ignore, recursive) {
  if (ignore === undefined || ignore === null) return undefined;
  const rules = getRules(ignore);
  const isIgnored = (path) => rules.some((rule) => matchesRule(rule, path));
  return recursive ? (path) => isBelowIgnored(path, isIgnored) : isIgnored;
}

// In a tree, what is in an ignored folder is ignored, too.
function isBelowIgnored(path, isIgnored) {
  const text = `${path}`;
  for (let end = text.indexOf('/'); end !== -1; end = text.indexOf('/', end + 1)) {
    if (isIgnored(text.slice(0, end))) return true;
  }
  return isIgnored(path);
}

module.exports = { makeIgnore };
