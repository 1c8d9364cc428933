// Settings of source maps. There are none yet: they can only be turned off.
'use strict';

const { validateBoolean, validateObject } = require('internal/validators');

let support = describe(false, false, false);

function describe(enabled, nodeModules, generatedCode) {
  return Object.freeze({ __proto__: null, enabled, nodeModules, generatedCode });
}

function getSourceMapsSupport() {
  return support;
}

function setSourceMapsSupport(enabled, options = {}) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  turn(enabled);
  support = describe(enabled, nodeModules, generatedCode);
}

function setSourceMapsEnabled(enabled) {
  validateBoolean(enabled, 'enabled');
  turn(enabled);
}

function turn(enabled) {
  if (!enabled) return;
  const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
  throw new ERR_NOT_IMPLEMENTED('Source maps');
}

module.exports = { getSourceMapsSupport, setSourceMapsSupport, setSourceMapsEnabled };
