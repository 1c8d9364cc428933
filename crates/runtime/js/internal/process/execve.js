// process.execve(): another program takes the place of this one.
'use strict';

const { codes } = require('internal/errors');
const { CallError } = require('internal/process/call_error');
const { validateArray, validateObject, validateString } = require('internal/validators');

const { ERR_INVALID_ARG_VALUE } = codes;

let hasWarned = false;

function isPlainText(text) {
  return typeof text === 'string' && !text.includes('\0');
}

function execve(execPath, args = [], env = process.env) {
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning('process.execve is an experimental feature and might change at any time',
                        'ExperimentalWarning');
  }
  validateString(execPath, 'execPath');
  validateArray(args, 'args');
  args.forEach((text, index) => {
    if (!isPlainText(text)) {
      throw new ERR_INVALID_ARG_VALUE(`args[${index}]`, text, 'must be a string without null bytes');
    }
  });
  validateObject(env, 'env');
  const pairs = Object.keys(env).map((name) => {
    if (!isPlainText(name) || !isPlainText(env[name])) {
      throw new ERR_INVALID_ARG_VALUE(
        'env', env, 'must be an object with string keys and values without null bytes');
    }
    return `${name}=${env[name]}`;
  });
  // As the system would, this ends the path at a zero character.
  const path = execPath.split('\0', 1)[0];
  throw new CallError(binding('credentials').execve(path, args, pairs), 'execve', path);
}

module.exports = { execve };
