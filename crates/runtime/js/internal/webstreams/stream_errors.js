// The errors that several kinds of web streams have in common.
'use strict';

const { codes } = require('internal/errors');

function invalidState(message) {
  return new codes.ERR_INVALID_STATE.TypeError(message);
}

function invalidThis(name) {
  return new codes.ERR_INVALID_THIS(name);
}

function wrongInstance(name, expected, value) {
  return new codes.ERR_INVALID_ARG_TYPE(name, expected, value);
}

module.exports = { codes, invalidState, invalidThis, wrongInstance };
