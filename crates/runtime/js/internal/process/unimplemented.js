// Methods of process that are not there yet.
'use strict';

module.exports = require('internal/unimplemented').functions('process', [
  'dlopen',
]);
