// node:util/types: brand checks of built-in objects.
'use strict';

const { typedArrayName, ...types } = require('internal/util/types');

module.exports = types;
