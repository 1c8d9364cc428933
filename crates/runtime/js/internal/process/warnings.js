// process.emitWarning and what is printed of warnings.
'use strict';

const kStderr = 2;
let traceHintShown = false;

// process.emitWarning(warning, type, code, ctor), (warning, ctor), (warning, type, ctor) or (warning, options).
function emitWarning(warning, type, code, ctor) {
  const details = getDetails(type, code, ctor);
  const { validateString } = require('internal/validators');
  if (details.type !== undefined) validateString(details.type, 'type');
  if (details.code !== undefined) validateString(details.code, 'code');
  const error = typeof warning === 'string' ? createWarning(warning, details) : warning;
  if (!(error instanceof Error)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  }
  const isDeprecation = error.name === 'DeprecationWarning';
  if (isDeprecation && process.noDeprecation) return;
  process.nextTick(isDeprecation && process.throwDeprecation ? raise : deliver, error);
}

// The same at once, for a program that is about to end.
function emitWarningNow(message) {
  deliver(createWarning(message, { type: 'Warning', ctor: emitWarningNow }));
}

function getDetails(type, code, ctor) {
  if (typeof type === 'function') return { type: 'Warning', code: '', ctor: type, detail: undefined };
  let detail;
  if (typeof type === 'object' && type !== null && !Array.isArray(type)) {
    ({ ctor, code } = type);
    if (typeof type.detail === 'string') detail = type.detail;
    type = type.type || 'Warning';
  }
  return typeof code === 'function' ? { type, code: '', ctor: code, detail } : { type, code, ctor, detail };
}

function createWarning(message, { type, code, ctor, detail }) {
  const warning = new Error(message);
  warning.name = String(type || 'Warning');
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  Error.captureStackTrace(warning, ctor || process.emitWarning);
  return warning;
}

function raise(warning) {
  throw warning;
}

// One that was written to stderr by somebody else.
let toldAlready;

function emitTold(warning) {
  toldAlready = warning;
  try {
    deliver(warning);
  } finally {
    toldAlready = undefined;
  }
}

function deliver(warning) {
  process.emit('warning', warning);
}

// Those that `--disable-warning` names, by code or by name.
function isDisabled(warning) {
  const disabled = require('internal/process/options').getOptions('--disable-warning');
  return disabled.includes(warning.code) || disabled.includes(warning.name);
}

function print(warning) {
  if (!(warning instanceof Error) || warning === toldAlready) return;
  const isDeprecation = warning.name === 'DeprecationWarning';
  if ((isDeprecation && process.noDeprecation) || isDisabled(warning)) return;
  const trace = process.traceProcessWarnings || (isDeprecation && process.traceDeprecation);
  let text = `(node:${process.pid}) `;
  if (warning.code) text += `[${warning.code}] `;
  if (trace && warning.stack) text += warning.stack;
  else if (typeof warning.toString === 'function') text += warning.toString();
  else text += Error.prototype.toString.call(warning);
  if (typeof warning.detail === 'string') text += `\n${warning.detail}`;
  if (!trace && !traceHintShown) {
    const flag = isDeprecation ? '--trace-deprecation' : '--trace-warnings';
    text += `\n(Use \`node ${flag} ...\` to show where the warning was created)`;
    traceHintShown = true;
  }
  writeOut(`${text}\n`);
}

// To stderr, or to the file that `--redirect-warnings` names, if that can be written.
function writeOut(text) {
  const file = require('internal/process/options').getOption('--redirect-warnings');
  if (file !== undefined) {
    try {
      require('fs').appendFileSync(file, text);
      return;
    } catch {
      // A warning is not lost for that.
    }
  }
  require('internal/console/stdout_writer').write(kStderr, text, true, undefined);
}

// Writes to stderr whatever has become of process.stderr.
function rawDebug(...args) {
  binding('errors').writeFatal(`${require('util').format(...args)}\n`);
}

// What scripts have been told of.
const told = new Set();

// Says once that something may change.
function emitExperimentalWarning(feature) {
  if (told.has(feature)) return;
  told.add(feature);
  process.emitWarning(`${feature} is an experimental feature and might change at any time`, 'ExperimentalWarning');
}

module.exports = { emitExperimentalWarning, emitTold, emitWarning, emitWarningNow, print, rawDebug };
