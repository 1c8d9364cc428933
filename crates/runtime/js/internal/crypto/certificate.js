// Certificate: keys and challenges as browsers once signed them (SPKAC).
'use strict';

const native = binding('crypto');
const { asBuffer } = require('internal/crypto/encodings');
const { bytesOf } = require('internal/crypto/secrets');
const { codes } = require('internal/errors');

const kMaxInt32 = 2 ** 31 - 1;

function bytesWithin(spkac, encoding) {
  const bytes = bytesOf(spkac, 'spkac', encoding);
  const length = bytes.byteLength ?? bytes.length;
  if (length > kMaxInt32) throw new codes.ERR_OUT_OF_RANGE('spkac', `<= ${kMaxInt32}`, length);
  return bytes;
}

function verifySpkac(spkac, encoding) {
  return native.verifySpkac(bytesWithin(spkac, encoding));
}

function exportPublicKey(spkac, encoding) {
  const key = native.spkacPublicKey(bytesWithin(spkac, encoding));
  return key === undefined ? '' : asBuffer(key);
}

function exportChallenge(spkac, encoding) {
  const challenge = native.spkacChallenge(bytesWithin(spkac, encoding));
  return challenge === undefined ? '' : asBuffer(challenge);
}

function Certificate() {
  if (!(this instanceof Certificate)) return new Certificate();
}

Object.assign(Certificate.prototype, { verifySpkac, exportPublicKey, exportChallenge });
Object.assign(Certificate, { exportChallenge, exportPublicKey, verifySpkac });

module.exports = { Certificate };
