// What the arguments of connect() and listen() stand for, and the settings that hold for all sockets.
'use strict';

const { getOption } = require('internal/process/options');
const { validateBoolean, validateInt32 } = require('internal/validators');

const kShortestAttempt = 10;
const kUsualAttempt = 500;

// A list that normalizeArgs() has made.
const kNormalized = Symbol('normalizedArgs');

// A number that a script may have meant as one; undefined if it is none.
function numberFrom(value) {
  const number = Number(value);
  return number >= 0 ? number : undefined;
}

function isPipeName(value) {
  return typeof value === 'string' && numberFrom(value) === undefined;
}

// [options, callback] of the arguments (options[, ..][, callback]), (path[, ..][, callback]) or
// (port[, host][, ..][, callback]).
function normalizeArgs(args) {
  const last = args.at(-1);
  const normalized = [optionsFrom(args), args.length > 0 && typeof last === 'function' ? last : null];
  normalized[kNormalized] = true;
  return normalized;
}

function optionsFrom(args) {
  if (args.length === 0) return {};
  const [first, second] = args;
  if (typeof first === 'object' && first !== null) return first;
  if (isPipeName(first)) return { path: first };
  return args.length > 1 && typeof second === 'string' ? { port: first, host: second } : { port: first };
}

let autoSelectFamily;
let attemptTimeout;

function getDefaultAutoSelectFamily() {
  autoSelectFamily ??= getOption('--network-family-autoselection') !== false &&
    getOption('--enable-network-family-autoselection') !== false;
  return autoSelectFamily;
}

function setDefaultAutoSelectFamily(value) {
  validateBoolean(value, 'value');
  autoSelectFamily = value;
}

function getDefaultAutoSelectFamilyAttemptTimeout() {
  attemptTimeout ??= Number(getOption('--network-family-autoselection-attempt-timeout') ?? kUsualAttempt);
  return attemptTimeout;
}

function setDefaultAutoSelectFamilyAttemptTimeout(value) {
  validateInt32(value, 'value', 1);
  attemptTimeout = Math.max(value, kShortestAttempt);
}

module.exports = {
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  isPipeName,
  kNormalized,
  kShortestAttempt,
  normalizeArgs,
  numberFrom,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
};
