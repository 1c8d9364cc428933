// The web's btoa and atob.
'use strict';

const native = binding('buffer');

function throwInvalidCharacter(message) {
  const { DOMException } = require('internal/dom_exception');
  throw new DOMException(message, 'InvalidCharacterError');
}

function checkGiven(count) {
  if (count === 0) {
    const { ERR_MISSING_ARGS } = require('internal/errors').codes;
    throw new ERR_MISSING_ARGS('input');
  }
}

function btoa(input) {
  checkGiven(arguments.length);
  const encoded = native.btoa(`${input}`);
  if (encoded === null) throwInvalidCharacter('Invalid character');
  return encoded;
}

// What native.atob answers instead of a string.
const BAD_CHARACTER = 1;

function atob(input) {
  checkGiven(arguments.length);
  const decoded = native.atob(`${input}`);
  if (typeof decoded === 'string') return decoded;
  return throwInvalidCharacter(decoded === BAD_CHARACTER ?
    'Invalid character' :
    'The string to be decoded is not correctly encoded.');
}

module.exports = { atob, btoa };
