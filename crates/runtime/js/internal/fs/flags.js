// The ways to open a file: 'r', 'w+', 'ax' and so on, as numbers for open(2).
'use strict';

const { codes } = require('internal/errors');
const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = require('internal/fs/constants');
const { validateInt32 } = require('internal/validators');

const READ = O_RDONLY;
const WRITE = O_TRUNC | O_CREAT | O_WRONLY;
const WRITE_READ = O_TRUNC | O_CREAT | O_RDWR;
const APPEND = O_APPEND | O_CREAT | O_WRONLY;
const APPEND_READ = O_APPEND | O_CREAT | O_RDWR;

const flagsByName = {
  '__proto__': null,
  'r': READ,
  'rs': READ | O_SYNC,
  'sr': READ | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  'w': WRITE,
  'wx': WRITE | O_EXCL,
  'xw': WRITE | O_EXCL,
  'w+': WRITE_READ,
  'wx+': WRITE_READ | O_EXCL,
  'xw+': WRITE_READ | O_EXCL,
  'a': APPEND,
  'ax': APPEND | O_EXCL,
  'xa': APPEND | O_EXCL,
  'as': APPEND | O_SYNC,
  'sa': APPEND | O_SYNC,
  'a+': APPEND_READ,
  'ax+': APPEND_READ | O_EXCL,
  'xa+': APPEND_READ | O_EXCL,
  'as+': APPEND_READ | O_SYNC,
  'sa+': APPEND_READ | O_SYNC,
};

function stringToFlags(flags, name = 'flags') {
  if (typeof flags === 'string') {
    const known = flagsByName[flags];
    if (known !== undefined) return known;
  } else if (typeof flags === 'number') {
    validateInt32(flags, name);
    return flags;
  } else if (flags == null) {
    return O_RDONLY;
  }
  throw new codes.ERR_INVALID_ARG_VALUE(name, flags);
}

module.exports = { stringToFlags };
