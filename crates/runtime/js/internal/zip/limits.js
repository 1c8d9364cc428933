// How much content() makes of a member at most.
'use strict';

const { validateNumber } = require('internal/validators');
const { warnOnce } = require('internal/zip/numbers');

let most = 256 * 1024 * 1024;

function getMaxZipContentSize() {
  warnOnce();
  return most;
}

function setMaxZipContentSize(size) {
  warnOnce();
  validateNumber(size, 'size', 0, Number.MAX_SAFE_INTEGER);
  most = size;
}

module.exports = { getMaxZipContentSize, setMaxZipContentSize };
