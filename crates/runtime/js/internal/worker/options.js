// What `new Worker()` is given.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');
const { isURL } = require('internal/url');
const { validateArray, validateObject, validateString } = require('internal/validators');

const native = binding('worker');

const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');

// The numbers of the four limits, in the order in which Rust has them; 0 for what is not limited.
const kLimits = ['maxYoungGenerationSizeMb', 'maxOldGenerationSizeMb', 'codeRangeSizeMb', 'stackSizeMb'];
const kDefaultStack = 4;

// The least heap that can be asked for. No program has room in it.
const kLeastHeap = 2;

function readLimits(given) {
  const limits = kLimits.map((name) => (typeof given?.[name] === 'number' && given[name] > 0 ? given[name] : 0));
  if (typeof given?.maxOldGenerationSizeMb === 'number') limits[1] = Math.max(limits[1], kLeastHeap);
  if (limits[3] === 0) limits[3] = kDefaultStack;
  return limits;
}

// The limits as scripts see them.
function showLimits(limits) {
  const shown = {};
  kLimits.forEach((name, index) => { shown[name] = limits[index]; });
  return shown;
}

// What is to be run: { kind, text, label }. The label is the second of process.argv.
function readProgram(filename, options) {
  if (options.eval) {
    if (typeof filename !== 'string') {
      throw new codes.ERR_INVALID_ARG_VALUE('options.eval', options.eval, "must be false when 'filename' is not a string");
    }
    return { kind: 'eval', text: filename, label: '[worker eval]' };
  }
  if (isURL(filename)) {
    if (filename.protocol === 'data:') return { kind: 'url', text: filename.href, label: filename.href };
    const { fileURLToPath } = require('internal/url');
    const file = fileURLToPath(filename);
    return { kind: 'file', text: file, label: file };
  }
  if (typeof filename !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('filename', ['string', 'URL'], filename);
  }
  if (!path.isAbsolute(filename) && !/^\.\.?[\\/]/.test(filename)) throw new codes.ERR_WORKER_PATH(filename);
  const file = path.resolve(filename);
  return { kind: 'file', text: file, label: file };
}

function readArgv(options) {
  if (options.argv === undefined || options.argv === null) return [];
  validateArray(options.argv, 'options.argv');
  return options.argv.map(String);
}

function readExecArgv(options) {
  const { execArgv } = options;
  if (execArgv === undefined || execArgv === null) return undefined;
  validateArray(execArgv, 'options.execArgv');
  const all = execArgv.map(String);
  const end = all.indexOf('--');
  const list = end === -1 ? all : all.slice(0, end);
  const refused = native.refusedArguments(list);
  if (refused.length !== 0) throw new codes.ERR_WORKER_INVALID_EXEC_ARGV(refused);
  return list;
}

// undefined for a copy of this thread's environment, null for this very one, else an array of names and values.
function readEnvironment(options) {
  const { env } = options;
  if (env === undefined || env === null) return undefined;
  if (env === SHARE_ENV) return null;
  if (typeof env !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.env', ['object', 'undefined', 'null', 'worker_threads.SHARE_ENV'], env);
  }
  const list = [];
  const keys = Object.keys(env);
  for (let i = 0; i < keys.length; i++) list.push(keys[i], `${env[keys[i]]}`);
  if (env.NODE_OPTIONS !== undefined && `${env.NODE_OPTIONS}` !== process.env.NODE_OPTIONS) {
    const refused = native.refusedVariable(`${env.NODE_OPTIONS}`);
    if (refused !== undefined) {
      throw new codes.ERR_WORKER_INVALID_EXEC_ARGV([refused], 'invalid NODE_OPTIONS env variable');
    }
  }
  return list;
}

function readName(options) {
  if (!options.name) return 'WorkerThread';
  validateString(options.name, 'options.name');
  return options.name;
}

function readOptions(filename, options) {
  validateObject(options, 'options');
  if (options.execArgv) validateArray(options.execArgv, 'options.execArgv');
  const argv = readArgv(options);
  const program = readProgram(filename, options);
  const env = readEnvironment(options);
  return {
    program, argv, env,
    execArgv: readExecArgv(options),
    name: readName(options),
    limits: readLimits(options.resourceLimits),
  };
}

module.exports = { SHARE_ENV, readOptions, showLimits };
