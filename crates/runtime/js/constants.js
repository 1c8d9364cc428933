// constants: those of os and fs in one object, as old programs expect them.
'use strict';

const { errno, priority, signals, dlopen } = require('os').constants;

module.exports = Object.freeze({
  __proto__: null, ...dlopen, ...errno, ...priority, ...signals, ...require('fs').constants,
});
