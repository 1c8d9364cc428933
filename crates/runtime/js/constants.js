// constants: those of os and fs in one object, as old programs expect them.
'use strict';

const { errno, priority, signals, dlopen } = require('os').constants;

// An ordinary object: old programs call its hasOwnProperty().
module.exports = Object.freeze({
  ...dlopen, ...errno, ...priority, ...signals, ...require('fs').constants,
});
