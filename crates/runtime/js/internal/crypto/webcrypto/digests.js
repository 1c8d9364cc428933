// Digests of SubtleCrypto: SHA, and functions of Keccak's whose output can be of any length.
'use strict';

const native = binding('crypto');
const { algorithmNumber } = require('internal/crypto/hash');
const { job, notSupported, operationError } = require('internal/crypto/webcrypto/failure');

const [kCshake, kTurboShake, kKangaroo] = [0, 1, 2];
const kUsualDomain = 0x1f;
const kMostBits = 2 ** 31;
// The functions of SP 800-185, which alone have names.
const kFunctionNames = new Set(['', 'KMAC', 'TupleHash', 'ParallelHash']);

// The name that OpenSSL has for one.
function hashNumber(name) {
  return algorithmNumber(name.startsWith('SHA3') ? name : name.replace('-', ''));
}

function checkWhole(length, dictionary) {
  if (length === 0 || length % 8 !== 0) throw operationError(`Invalid ${dictionary} outputLength`);
}

function checkDigest(parameters) {
  const { name, outputLength } = parameters;
  if (name.startsWith('cSHAKE')) {
    if (outputLength >= kMostBits) throw operationError('Invalid CShakeParams outputLength');
    if (!kFunctionNames.has(functionName(parameters))) throw notSupported('Unsupported CShakeParams functionName');
  } else if (name.startsWith('Turbo')) {
    checkWhole(outputLength, 'TurboShakeParams');
    const { domainSeparation = kUsualDomain } = parameters;
    if (domainSeparation < 1 || domainSeparation > 0x7f) {
      throw operationError('TurboShakeParams.domainSeparation must be in range 0x01-0x7f');
    }
  } else if (name.startsWith('KT')) {
    checkWhole(outputLength, 'KangarooTwelveParams');
  }
}

function functionName({ functionName: name }) {
  return name === undefined ? '' : require('buffer').Buffer.from(name).latin1Slice();
}

// Zeros in place of the bits after the last.
function trim(buffer, bits) {
  if (bits % 8 !== 0) new Uint8Array(buffer)[buffer.byteLength - 1] &= 0xff << (8 - bits % 8);
  return buffer;
}

async function digest(parameters, data) {
  checkDigest(parameters);
  const { name, outputLength } = parameters;
  if (name.startsWith('SHA')) return job((done) => native.digestJob(hashNumber(name), data, done));
  const is256 = name.endsWith('256');
  const length = Math.ceil(outputLength / 8);
  const keccak = (kind, first, second) =>
    job((done) => native.keccakJob(kind, is256, data, length, first, second, done));
  if (name.startsWith('Turbo')) return keccak(kTurboShake, parameters.domainSeparation ?? kUsualDomain);
  if (name.startsWith('KT')) return keccak(kKangaroo, parameters.customization ?? '');
  return trim(await keccak(kCshake, functionName(parameters), parameters.customization ?? ''), outputLength);
}

module.exports = { checks: { __proto__: null, digest: checkDigest }, digest, hashNumber, trim };
