// The exceptions of SubtleCrypto.
'use strict';

const { DOMException } = require('internal/dom_exception');

function exception(name, message, cause) {
  return cause === undefined ? new DOMException(message, name) : new DOMException(message, { name, cause });
}

const notSupported = (message) => exception('NotSupportedError', message);
const dataError = (message, cause) => exception('DataError', message, cause);
const syntaxError = (message) => exception('SyntaxError', message);
const invalidAccess = (message) => exception('InvalidAccessError', message);

function operationError(message = 'The operation failed for an operation-specific reason', cause) {
  return exception('OperationError', message, cause);
}

// A promise for what the binding gives to the callback that `begin` is given. Whatever goes wrong there is an
// OperationError.
function job(begin) {
  return new Promise((resolve, reject) => {
    const settle = (error, value) => {
      if (error) reject(operationError(undefined, error));
      else resolve(value);
    };
    try {
      begin(settle);
    } catch (error) {
      reject(operationError(undefined, error));
    }
  });
}

// What `read` gives; what it has against the data is a DataError.
function reading(read) {
  try {
    return read();
  } catch (error) {
    throw dataError('Invalid keyData', error);
  }
}

module.exports = { dataError, invalidAccess, job, notSupported, operationError, reading, syntaxError };
