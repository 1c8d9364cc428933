// structuredClone(): a message that is read where it was written.
'use strict';

const { pack, unpack } = require('internal/messaging/message');
const { read } = require('internal/messaging/read');
const { write } = require('internal/messaging/write');

function structuredClone(value, options) {
  if (arguments.length === 0) {
    const { ERR_MISSING_ARGS } = require('internal/errors').codes;
    throw new ERR_MISSING_ARGS('The value argument must be specified');
  }
  const list = options == null ? undefined : readTransfer(options);
  if (list === undefined) return read(write(value, undefined), undefined);
  return unpack(pack(value, list, undefined)).value;
}

// What the caller gives away; undefined if there is nothing.
function readTransfer(options) {
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw invalidArgument('Options cannot be converted to a dictionary');
  }
  const { transfer: given } = options;
  if (given === undefined) return undefined;
  if (typeof given === 'string' || typeof given?.[Symbol.iterator] !== 'function') {
    throw invalidArgument('transfer in Options cannot be converted to sequence.');
  }
  const list = [...given];
  list.forEach(checkObject);
  return list.length === 0 ? undefined : list;
}

function checkObject(item, index) {
  if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
    throw invalidArgument(`transfer in Options[${index}] is not an object.`);
  }
}

function invalidArgument(what) {
  const error = new TypeError(`Failed to execute 'structuredClone': ${what}`);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

module.exports = { structuredClone };
