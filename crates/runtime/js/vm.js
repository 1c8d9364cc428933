// vm: scripts in the context of the program. There are no other contexts yet.
'use strict';

const native = binding('modules');
const { codes } = require('internal/errors');
const { fail, functions } = require('internal/unimplemented');
const {
  kValidateObjectAllowArray, validateArray, validateBoolean, validateInt32, validateObject, validateString,
  validateUint32,
} = require('internal/validators');

function filenameOf(options) {
  if (options === undefined) return undefined;
  if (typeof options === 'string') return options;
  validateObject(options, 'options');
  if (options.filename !== undefined) validateString(options.filename, 'options.filename');
  return options.filename;
}

// Nothing can stop a script yet.
function checkRunOptions(options) {
  if (options === undefined || typeof options === 'string') return;
  validateObject(options, 'options');
  const { timeout, displayErrors, breakOnSigint } = options;
  if (displayErrors !== undefined) validateBoolean(displayErrors, 'options.displayErrors');
  if (timeout !== undefined) {
    validateUint32(timeout, 'options.timeout', true);
    fail('The option timeout of vm');
  }
  if (breakOnSigint !== undefined) {
    validateBoolean(breakOnSigint, 'options.breakOnSigint');
    if (breakOnSigint) fail('The option breakOnSigint of vm');
  }
}

// What a script may be compiled with. None of it has an effect but the file's name.
function checkCompileOptions(options) {
  if (options === undefined || typeof options === 'string') return;
  validateObject(options, 'options');
  const { cachedData, columnOffset, lineOffset, produceCachedData } = options;
  if (lineOffset !== undefined) validateInt32(lineOffset, 'options.lineOffset');
  if (columnOffset !== undefined) validateInt32(columnOffset, 'options.columnOffset');
  if (cachedData !== undefined && !ArrayBuffer.isView(cachedData)) {
    throw new codes.ERR_INVALID_ARG_TYPE('options.cachedData', ['Buffer', 'TypedArray', 'DataView'], cachedData);
  }
  if (produceCachedData !== undefined) validateBoolean(produceCachedData, 'options.produceCachedData');
}

class Script {
  #text;
  #filename;

  constructor(code, options) {
    this.#text = `${code}`;
    checkCompileOptions(options);
    this.#filename = filenameOf(options) ?? 'evalmachine.<anonymous>';
    // Only to find syntax errors now: the script is compiled when it runs.
    native.compileFunction(this.#text, this.#filename, []);
  }

  runInThisContext(options) {
    if (options !== undefined) validateObject(options, 'options');
    checkRunOptions(options);
    return native.runScript(this.#text, this.#filename);
  }
}
Object.assign(Script.prototype, functions('vm.Script.prototype', [
  'createCachedData', 'runInContext', 'runInNewContext',
]));

function runInThisContext(code, options) {
  const text = `${code}`;
  checkRunOptions(options);
  return native.runScript(text, filenameOf(options) ?? 'evalmachine.<anonymous>');
}

function compileFunction(code, params = [], options) {
  validateString(code, 'code');
  validateArray(params, 'params');
  params.forEach((name, index) => validateString(name, `params[${index}]`));
  return native.compileFunction(code, filenameOf(options) ?? '', params);
}

function isContext(object) {
  validateObject(object, 'object', kValidateObjectAllowArray);
  return false;
}

module.exports = {
  Script,
  ...functions('vm', ['createContext', 'runInContext', 'runInNewContext', 'measureMemory']),
  runInThisContext,
  isContext,
  compileFunction,
};
