// Names of protocols that are spoken on top, in the form that messages have them.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');

// Each name after a byte for its length.
function encode(protocols) {
  const parts = [];
  for (let i = 0; i < protocols.length; i++) {
    const bytes = Buffer.from(protocols[i]);
    if (bytes.length === 0) {
      throw new codes.ERR_INVALID_ARG_VALUE(`protocols[${i}]`, protocols[i], 'must be a non-empty string');
    }
    if (bytes.length > 255) {
      throw new codes.ERR_OUT_OF_RANGE(
        `The byte length of the protocol at index ${i} exceeds the maximum length.`, '<= 255', bytes.length, true);
    }
    parts.push(Buffer.from([bytes.length]), bytes);
  }
  return Buffer.concat(parts);
}

// Puts names into a property of `out`, as bytes.
function convertALPNProtocols(protocols, out) {
  if (Array.isArray(protocols)) {
    out.ALPNProtocols = encode(protocols);
  } else if (isArrayBufferView(protocols)) {
    const { buffer, byteOffset, byteLength } = protocols;
    out.ALPNProtocols = Buffer.from(Buffer.from(buffer, byteOffset, byteLength));
  }
}

module.exports = { convertALPNProtocols };
