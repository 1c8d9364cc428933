// TypeScript: types are taken out and nothing is checked. Every line and column stays where it is.
'use strict';

const path = require('path');
const { codes } = require('internal/errors');

const syntax = binding('syntax');

// The text without its types. `file` is named in errors; a cache knows it by `key`.
function stripTypes(text, file, key = file) {
  checkPlace(file);
  const cache = path.isAbsolute(file) ? require('internal/modules/cjs').compileCacheInUse() : undefined;
  return cache === undefined ? strip(text, file) : cache.strip(text, key, () => strip(text, file));
}

function strip(text, file) {
  const stripped = syntax.stripTypes(text);
  if (typeof stripped === 'string') return stripped;
  throw describe(stripped, file, text);
}

// What was installed is to be JavaScript: its types would be stripped at every start.
function checkPlace(file) {
  if (file.includes('/node_modules/')) throw new codes.ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING(file);
}

// `failure` is [isUnsupported, message, line, column].
function describe({ 0: isUnsupported, 1: message, 2: line, 3: column }, file, text) {
  const error = isUnsupported ? new codes.ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX(message) :
    new codes.ERR_INVALID_TYPESCRIPT_SYNTAX(message);
  const { showLine } = require('internal/modules/esm_errors');
  error.stack = `${showLine(file, text, line, column, 1)}\n${error.stack}`;
  return error;
}

// module.stripTypeScriptTypes()
function stripTypeScriptTypes(code, options = {}) {
  const { validateObject, validateOneOf, validateString } = require('internal/validators');
  validateString(code, 'code');
  validateObject(options, 'options');
  const { mode = 'strip', sourceMap, sourceUrl } = options;
  validateOneOf(mode, 'options.mode', ['strip']);
  if (sourceUrl !== undefined) validateString(sourceUrl, 'options.sourceUrl');
  validateOneOf(sourceMap, 'options.sourceMap', [false, undefined]);
  require('internal/util/experimental').warnExperimental('stripTypeScriptTypes');
  const stripped = syntax.stripTypes(code);
  if (typeof stripped !== 'string') throw describe(stripped, sourceUrl ?? '', code);
  return sourceUrl === undefined ? stripped : `${stripped}\n\n//# sourceURL=${sourceUrl}`;
}

module.exports = { checkPlace, describe, stripTypeScriptTypes, stripTypes };
