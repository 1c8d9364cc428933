// Functions of node:util that warn of their end.
'use strict';

const { deprecate } = require('internal/util/deprecate');

function extend(target, source) {
  return source === null || typeof source !== 'object' ? target : Object.assign(target, source);
}

module.exports = {
  _extend: deprecate(
    extend, 'The `util._extend` API is deprecated. Please use Object.assign() instead.', 'DEP0060'),
  isArray: deprecate(
    Array.isArray, 'The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.', 'DEP0044'),
};
