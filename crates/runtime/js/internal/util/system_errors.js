// util.getSystemErrorName() and the like: what the numbers of system errors stand for.
'use strict';

const { codes, uvErrmapGet } = require('internal/errors');
const { validateNumber } = require('internal/validators');

// Those of libuv go down to this one.
const lowest = -4095;

function lookUp(errno) {
  validateNumber(errno, 'err');
  if (errno >= 0 || !Number.isSafeInteger(errno)) {
    throw new codes.ERR_OUT_OF_RANGE('err', 'a negative integer', errno);
  }
  const unknown = `Unknown system error ${errno}`;
  return uvErrmapGet(errno) ?? [unknown, unknown];
}

function getSystemErrorName(err) {
  return lookUp(err)[0];
}

function getSystemErrorMessage(err) {
  return lookUp(err)[1];
}

function getSystemErrorMap() {
  // A script gets it: not one of the library's own.
  const map = Reflect.construct(Map, []);
  for (let errno = -1; errno >= lowest; errno--) {
    const entry = uvErrmapGet(errno);
    if (entry !== undefined) Map.prototype.set.call(map, errno, entry);
  }
  return map;
}

function _errnoException(...args) {
  const { ErrnoException } = require('internal/errors');
  return withoutFrames(new ErrnoException(...args), _errnoException);
}

function _exceptionWithHostPort(...args) {
  const { ExceptionWithHostPort } = require('internal/errors');
  return withoutFrames(new ExceptionWithHostPort(...args), _exceptionWithHostPort);
}

// The stack of the error starts where it was asked for.
function withoutFrames(error, fn) {
  Error.captureStackTrace(error, fn);
  return error;
}

module.exports = {
  getSystemErrorName,
  getSystemErrorMessage,
  getSystemErrorMap,
  _errnoException,
  _exceptionWithHostPort,
};
