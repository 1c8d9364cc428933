// The dictionaries of parameters that algorithms take, as tables of their members.
'use strict';

const { codes } = require('internal/errors');
const { notSupported, operationError } = require('internal/crypto/webcrypto/failure');
const {
  Place, isObject, toBigInteger, toBytes, toCryptoKey, toOctet, toText, toUnsignedLong, toUnsignedShort, typeError,
} = require('internal/crypto/webcrypto/idl');

const kPrefix = 'Failed to normalize algorithm';
const kPassed = 'passed algorithm';
const kHashes = new Map(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512']
  .map((name) => [name.toLowerCase(), name]));

// A hash among the parameters: its name is known, whatever its letters.
function toHash(value, place, dictionary) {
  const name = toText(isObject(value) ? value.name : value, place).toLowerCase();
  const known = kHashes.get(name);
  if (known !== undefined) return { name: known };
  if (name.startsWith('sha')) throw notSupported('Unrecognized algorithm name');
  throw notSupported(`Only SHA hashes are supported in ${dictionary}`);
}

function missing(name, dictionary) {
  const message = `${kPrefix}: ${kPassed} cannot be converted to '${dictionary}' because '${name}' is required in ` +
    `'${dictionary}'.`;
  return typeError(message, 'ERR_MISSING_OPTION');
}

// Bytes of a length that is bounded.
function bytesWithin(most, words) {
  return (value, place, dictionary) => {
    const bytes = toBytes(value, place);
    if (bytes.length > most) throw operationError(words(dictionary));
    return bytes;
  };
}

const toContext = bytesWithin(255, () => 'ContextParams.context must be at most 255 bytes');
const toCustomization = bytesWithin(512, (dictionary) => `${dictionary}.customization must be at most 512 bytes`);

const required = (name, convert) => ({ name, convert, isRequired: true });
const optional = (name, convert) => ({ name, convert, isRequired: false });

// Members in the order in which they are read: that of inheritance, and in each dictionary that of the alphabet.
const dictionaries = {
  __proto__: null,
  Algorithm: [],
  AesKeyGenParams: [required('length', toUnsignedShort)],
  AesDerivedKeyParams: [required('length', toUnsignedShort)],
  AesCbcParams: [required('iv', toBytes)],
  AesCtrParams: [required('counter', toBytes), required('length', toOctet)],
  AeadParams: [optional('additionalData', toBytes), required('iv', toBytes), optional('tagLength', toOctet)],
  HmacKeyGenParams: [required('hash', toHash), optional('length', toUnsignedLong)],
  HmacImportParams: [required('hash', toHash), optional('length', toUnsignedLong)],
  RsaHashedKeyGenParams: [
    required('modulusLength', toUnsignedLong), required('publicExponent', toBigInteger), required('hash', toHash),
  ],
  RsaHashedImportParams: [required('hash', toHash)],
  RsaOaepParams: [optional('label', toBytes)],
  RsaPssParams: [required('saltLength', toUnsignedLong)],
  EcKeyGenParams: [required('namedCurve', toText)],
  EcKeyImportParams: [required('namedCurve', toText)],
  EcdsaParams: [required('hash', toHash)],
  EcdhKeyDeriveParams: [required('public', toCryptoKey)],
  ContextParams: [optional('context', toContext)],
  HkdfParams: [required('hash', toHash), required('info', toBytes), required('salt', toBytes)],
  Pbkdf2Params: [required('hash', toHash), required('iterations', toUnsignedLong), required('salt', toBytes)],
  Argon2Params: [
    optional('associatedData', toBytes), required('memory', toUnsignedLong), required('nonce', toBytes),
    required('parallelism', toUnsignedLong), required('passes', toUnsignedLong), optional('secretValue', toBytes),
    optional('version', toOctet),
  ],
  KmacKeyGenParams: [optional('length', toUnsignedLong)],
  KmacImportParams: [optional('length', toUnsignedLong)],
  KmacParams: [optional('customization', toCustomization), required('outputLength', toUnsignedLong)],
  CShakeParams: [
    optional('customization', toCustomization), optional('functionName', toBytes),
    required('outputLength', toUnsignedLong),
  ],
  TurboShakeParams: [optional('domainSeparation', toOctet), required('outputLength', toUnsignedLong)],
  KangarooTwelveParams: [optional('customization', toCustomization), required('outputLength', toUnsignedLong)],
};

// The parameters of an algorithm, all converted, after its name.
function convert(dictionary, name, value) {
  const parameters = { __proto__: null, name };
  const members = dictionaries[dictionary];
  if (members === undefined) throw new codes.ERR_INTERNAL_ASSERTION(dictionary);
  for (const { name: member, convert: toValue, isRequired } of members) {
    const given = value[member];
    if (given !== undefined) {
      parameters[member] = toValue(given, new Place(kPrefix, `${member} in ${kPassed}`), dictionary);
    } else if (isRequired) {
      throw missing(member, dictionary);
    }
  }
  return parameters;
}

module.exports = { convert, missing };
