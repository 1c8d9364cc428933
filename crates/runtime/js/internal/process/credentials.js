// Whose process this is: setuid() and its like.
'use strict';

const native = binding('credentials');
const { codes } = require('internal/errors');
const { CallError } = require('internal/process/call_error');
const { validateArray, validateUint32 } = require('internal/validators');

// What the binding calls each identity, and what it is the number of.
const kUser = { kind: 'User', find: native.userId };
const kGroup = { kind: 'Group', find: native.groupId };

// The system takes this number for "leave as it is".
const kNoId = 0xffffffff;

function validateId(id, name) {
  if (typeof id === 'number') validateUint32(id, name);
  else if (typeof id !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
}

// The number of a user or group that is given by number or name.
function numberOf(id, { kind, find }) {
  const number = typeof id === 'number' ? id >>> 0 : find(id);
  if (number === -1 || number === kNoId) throw new codes.ERR_UNKNOWN_CREDENTIAL(kind, id);
  return number;
}

function demand(status, syscall) {
  if (status < 0) throw new CallError(status, syscall);
}

// As in Node these functions have no name.
function setter(which, kind, syscall) {
  return (id) => {
    validateId(id, 'id');
    demand(native.setIdentity(which, numberOf(id, kind)), syscall);
  };
}

const functions = {
  setuid: setter(0, kUser, 'setuid'),
  seteuid: setter(1, kUser, 'seteuid'),
  setgid: setter(2, kGroup, 'setgid'),
  setegid: setter(3, kGroup, 'setegid'),

  setgroups(groups) {
    validateArray(groups, 'groups');
    groups.forEach((group, index) => validateId(group, `groups[${index}]`));
    demand(native.setGroups(groups.map((group) => numberOf(group, kGroup))), 'setgroups');
  },

  initgroups(user, extraGroup) {
    validateId(user, 'user');
    validateId(extraGroup, 'extraGroup');
    const name = typeof user === 'string' ? user : native.userName(user);
    if (name === undefined) throw new codes.ERR_UNKNOWN_CREDENTIAL('User', user);
    demand(native.initGroups(name, numberOf(extraGroup, kGroup)), 'initgroups');
  },
};

module.exports = functions;
