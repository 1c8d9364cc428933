// CryptoKey: a key, what it is for, and who may have it.
'use strict';

// The type and the handle of a CryptoKey; undefined for other values.
function partsOf(value) {
  return undefined;
}

module.exports = { partsOf };
