// Functions and classes that Node has and rondo has not yet: they are there to be seen, and throw an
// error that names them when they are used.
'use strict';

function fail(name) {
  const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
  throw new ERR_NOT_IMPLEMENTED(name);
}

// An object with a function for each name.
function functions(owner, names) {
  const result = {};
  for (const name of names) {
    const absent = { [name]() { fail(`${owner}.${name}()`); } };
    result[name] = absent[name];
  }
  return result;
}

// An object with a class for each name; many of Node's can be called without `new`.
function classes(owner, names) {
  const result = {};
  for (const name of names) {
    const absent = { [name]: function() { fail(`${owner}.${name}`); } };
    result[name] = absent[name];
  }
  return result;
}

module.exports = { fail, functions, classes };
