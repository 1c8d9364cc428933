// The module `sea`: what a program is told that is in one file with its runtime. This one is not.
'use strict';

const { codes: { ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION } } = require('internal/errors');
const { validateString } = require('internal/validators');

function isSea() {
  return false;
}

function getAsset(key, encoding = undefined) {
  validateString(key, 'key');
  if (encoding !== undefined) validateString(encoding, 'encoding');
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

function getRawAsset(key) {
  validateString(key, 'key');
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

function getAssetAsBlob(key, options) {
  validateString(key, 'key');
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

function getAssetKeys() {
  throw new ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION();
}

module.exports = { isSea, getAsset, getRawAsset, getAssetAsBlob, getAssetKeys };
