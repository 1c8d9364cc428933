// The arguments of functions that start programs, made into one object: what `ChildProcess.prototype.spawn()` takes.
'use strict';

const { codes } = require('internal/errors');
const {
  validateAbortSignal, validateBoolean, validateInt32, validateInteger, validateObject, validateString,
} = require('internal/validators');

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } = codes;

const kShell = '/bin/sh';

// `(file, args, options)`, of which `args` may be left out. What `options` inherits does not count.
function describe(file, args, options) {
  validateFile(file);
  if (!Array.isArray(args) && args !== undefined && args !== null) {
    if (typeof args !== 'object') throw new ERR_INVALID_ARG_TYPE('args', 'object', args);
    options = args;
    args = undefined;
  }
  const texts = args === undefined || args === null ? [] : toTexts(args);
  if (options !== undefined) validateObject(options, 'options');
  const plan = { __proto__: null, ...options };
  checkOptions(plan);
  const { name, argv } = commandLine(file, texts, plan);
  plan.file = name;
  plan.args = argv;
  plan.detached = Boolean(plan.detached);
  plan.envPairs = environment(plan.env);
  return plan;
}

function validateFile(file) {
  validateString(file, 'file');
  if (file.length === 0) throw new ERR_INVALID_ARG_VALUE('file', file, 'cannot be empty');
  refuseZero(file, 'file');
}

// The system ends texts at a zero character: what is behind it would be lost.
function refuseZero(text, name) {
  if (typeof text === 'string' && text.includes('\0')) {
    throw new ERR_INVALID_ARG_VALUE(name, text, 'must be a string without null bytes');
  }
}

function toTexts(list, name = 'args') {
  const texts = [];
  for (let i = 0; i < list.length; i++) {
    const text = `${list[i]}`;
    refuseZero(text, `${name}[${i}]`);
    texts.push(text);
  }
  return texts;
}

// What each option has to be, if it is there.
const checks = [
  ['uid', validateInt32],
  ['gid', validateInt32],
  ['detached', validateBoolean],
  ['shell', (value, name) => {
    if (typeof value !== 'boolean' && typeof value !== 'string') {
      throw new ERR_INVALID_ARG_TYPE(name, ['boolean', 'string'], value);
    }
    refuseZero(value, name);
  }],
  ['argv0', (value, name) => {
    validateString(value, name);
    refuseZero(value, name);
  }],
  ['windowsHide', validateBoolean],
  ['windowsVerbatimArguments', validateBoolean],
];

function checkOptions(plan) {
  const { cwd } = plan;
  if (cwd !== undefined && cwd !== null) {
    const path = require('internal/fs/validate').getValidatedPath(cwd, 'options.cwd');
    plan.cwd = typeof path === 'string' ? path : require('buffer').Buffer.from(path).toString();
  }
  for (let i = 0; i < checks.length; i++) {
    const name = checks[i][0];
    const value = plan[name];
    if (value !== undefined && value !== null) checks[i][1](value, `options.${name}`);
  }
}

let hasWarned = false;

// The program and all its arguments, of which the first is the name that it is called by.
function commandLine(file, texts, { shell, argv0 }) {
  let name = file;
  let rest = texts;
  if (shell) {
    if (texts.length > 0 && !hasWarned) {
      hasWarned = true;
      process.emitWarning(
        'Passing args to a child process with shell option true can lead to security vulnerabilities, ' +
        'as the arguments are not escaped, only concatenated.', 'DeprecationWarning', 'DEP0190');
    }
    name = typeof shell === 'string' ? shell : kShell;
    rest = ['-c', [file, ...texts].join(' ')];
  }
  return { name, argv: [typeof argv0 === 'string' ? argv0 : name, ...rest] };
}

// `name=value` of each variable; undefined for those of this process.
function environment(env) {
  if (!env || env === process.env) return undefined;
  const pairs = [];
  const names = enumerableNames(env);
  for (let i = 0; i < names.length; i++) {
    const value = env[names[i]];
    if (value === undefined) continue;
    refuseZero(names[i], `options.env['${names[i]}']`);
    refuseZero(value, `options.env['${names[i]}']`);
    pairs.push(`${names[i]}=${value}`);
  }
  // Where what runs is counted, it is in all children.
  const counted = process.env.NODE_V8_COVERAGE;
  if (counted !== undefined && !Object.hasOwn(env, 'NODE_V8_COVERAGE')) pairs.push(`NODE_V8_COVERAGE=${counted}`);
  return pairs;
}

// The names of all enumerable properties, inherited ones too: one may take the environment of another object.
function enumerableNames(env) {
  if (typeof env !== 'object' && typeof env !== 'function') return Object.keys(env);
  const names = [];
  const seen = new Set();
  for (let object = env; object !== null; object = Object.getPrototypeOf(object)) {
    const own = Reflect.ownKeys(object);
    for (let i = 0; i < own.length; i++) {
      const name = own[i];
      if (typeof name !== 'string' || seen.has(name)) continue;
      seen.add(name);
      if (Reflect.getOwnPropertyDescriptor(object, name)?.enumerable) names.push(name);
    }
  }
  return names;
}

function validateTimeout(timeout) {
  if (timeout !== undefined && timeout !== null) validateInteger(timeout, 'timeout', 0);
}

function validateMaxBuffer(maxBuffer) {
  if (maxBuffer === undefined || maxBuffer === null) return;
  if (typeof maxBuffer !== 'number') throw new ERR_INVALID_ARG_TYPE('options.maxBuffer', 'number', maxBuffer);
  if (!(maxBuffer >= 0)) throw new ERR_OUT_OF_RANGE('options.maxBuffer', '>= 0', maxBuffer);
}

// The number of a signal that is given by its number or name, whatever its case.
function signalNumber(signal) {
  const { signals } = require('internal/os/constants');
  if (typeof signal === 'number') {
    if (Object.values(signals).includes(signal)) return signal;
  } else if (typeof signal === 'string') {
    const name = signal.toUpperCase();
    if (Object.hasOwn(signals, name)) return signals[name];
  }
  throw new codes.ERR_UNKNOWN_SIGNAL(signal);
}

// The number of the option `killSignal`; undefined if there is none.
function killSignalNumber(signal) {
  if (signal === undefined || signal === null) return undefined;
  if (typeof signal === 'string' || typeof signal === 'number') return signalNumber(signal);
  throw new ERR_INVALID_ARG_TYPE('options.killSignal', ['string', 'number'], signal);
}

// The name of a signal; the system has names for more numbers than constants has.
function signalName(number) {
  const { signals } = require('internal/os/constants');
  return Object.keys(signals).find((name) => signals[name] === number) ?? null;
}

module.exports = {
  describe,
  killSignalNumber,
  refuseZero,
  signalName,
  signalNumber,
  toTexts,
  validateAbortSignal,
  validateMaxBuffer,
  validateTimeout,
};
