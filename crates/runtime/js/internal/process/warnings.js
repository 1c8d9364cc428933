// process.emitWarning and what is printed of warnings.
'use strict';

const kStderr = 2;
let traceHintShown = false;

function emitWarning(warning, type, code, ctor) {
  let detail;
  if (type !== null && typeof type === 'object' && !Array.isArray(type)) {
    ctor = type.ctor;
    code = type.code;
    if (typeof type.detail === 'string') detail = type.detail;
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = '';
    type = 'Warning';
  }
  const { validateString } = require('internal/validators');
  if (type !== undefined) validateString(type, 'type');
  if (typeof code === 'function') {
    ctor = code;
    code = '';
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string') {
    warning = createWarning(warning, type, code, ctor, detail);
  } else if (!(warning instanceof Error)) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) {
      process.nextTick(() => { throw warning; });
      return;
    }
  }
  process.nextTick(deliver, warning);
}

function createWarning(message, type, code, ctor, detail) {
  const warning = new Error(message);
  warning.name = String(type || 'Warning');
  if (code !== undefined) warning.code = code;
  if (detail !== undefined) warning.detail = detail;
  Error.captureStackTrace(warning, ctor || process.emitWarning);
  return warning;
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
  if (!(warning instanceof Error)) return;
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

module.exports = { emitWarning, print, rawDebug };
