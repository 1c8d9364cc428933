// KeyObject.prototype.toCryptoKey(): the same key for SubtleCrypto.
'use strict';

const native = binding('crypto');
const { formNumber } = require('internal/crypto/key_forms');
const { Place, toAlgorithm, toBoolean, toUsages } = require('internal/crypto/webcrypto/idl');
const { normalize } = require('internal/crypto/webcrypto/registry');

const kForms = { __proto__: null, public: 'spki', private: 'pkcs8' };

// It is exported and imported, so that everything is checked as there.
function toCryptoKey(key, algorithm, extractable, keyUsages) {
  const { handle, type } = require('internal/crypto/keys').keyParts(key);
  const place = (name) => new Place("Failed to execute 'toCryptoKey' on 'KeyObject'", name);
  const usages = toUsages(keyUsages, place('3rd argument'));
  const { parameters, functions } = normalize(toAlgorithm(algorithm, place('1st argument')), 'importKey');
  const isExtractable = toBoolean(extractable);
  if (type === 'secret') {
    return functions.importKey('raw-secret', native.secretBytes(handle), parameters, isExtractable, usages);
  }
  const form = kForms[type];
  return functions.importKey(form, native.writeKey(handle, formNumber(form), false), parameters, isExtractable, usages);
}

module.exports = { toCryptoKey };
