// KeyObject.prototype.toCryptoKey(): the same key for SubtleCrypto.
'use strict';

const native = binding('crypto');
const { Place, toAlgorithm, toBoolean, toUsages } = require('internal/crypto/webcrypto/idl');
const { checkNotEmpty, checkUsages } = require('internal/crypto/webcrypto/key_data');
const { normalize } = require('internal/crypto/webcrypto/registry');

function toCryptoKey(key, algorithm, extractable, keyUsages) {
  const { handle, type } = require('internal/crypto/keys').keyParts(key);
  const place = (name) => new Place("Failed to execute 'toCryptoKey' on 'KeyObject'", name);
  const usages = toUsages(keyUsages, place('3rd argument'));
  const { parameters, functions } = normalize(toAlgorithm(algorithm, place('1st argument')), 'importKey');
  const isExtractable = toBoolean(extractable);
  if (type === 'secret') {
    return functions.importKey('raw-secret', native.secretBytes(handle), parameters, isExtractable, usages);
  }
  checkUsages(parameters.name, usages, functions.usesOf(parameters)[type]);
  if (type === 'private') checkNotEmpty(usages, 'importing a private key');
  return functions.adopt(type, handle, parameters, isExtractable, usages);
}

module.exports = { toCryptoKey };
