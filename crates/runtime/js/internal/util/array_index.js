// Which keys of an object are indexes of an array.
'use strict';

const beyondIndexes = 2 ** 32 - 1;

// '0', '1', ... but neither '01' nor what no array is long enough for.
function isArrayIndex(key) {
  const number = key >>> 0;
  return number !== beyondIndexes && `${number}` === key;
}

module.exports = { isArrayIndex };
