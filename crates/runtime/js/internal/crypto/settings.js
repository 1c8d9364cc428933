// FIPS mode, the secure heap, engines.
'use strict';

const native = binding('crypto');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

function getFips() {
  return native.getFips() ? 1 : 0;
}

function setFips(value) {
  native.setFips(Boolean(value));
  require('internal/crypto/hash').forgetAlgorithms();
  require('internal/crypto/cipher').forgetCiphers();
}

function secureHeapUsed() {
  const [total, used, least] = native.secureHeap();
  return { total, used, utilization: used / total, min: total === 0 ? 2 : least };
}

// There are no engines: OpenSSL has them no longer where it is built as here.
function setEngine(id, flags) {
  validateString(id, 'id');
  throw new codes.ERR_CRYPTO_ENGINE_UNKNOWN(id);
}

module.exports = { getFips, secureHeapUsed, setEngine, setFips };
