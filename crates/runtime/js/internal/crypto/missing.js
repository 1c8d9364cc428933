// What Node's crypto has and rondo's has not yet.
'use strict';

const { classes, functions } = require('internal/unimplemented');

module.exports = {
  ...functions('crypto', [
    'createMac', 'createPrivateKey', 'createPublicKey', 'createSign', 'createVerify', 'diffieHellman', 'getMacs',
    'parsePKCS12', 'generateKeyPair', 'generateKeyPairSync', 'privateDecrypt', 'privateEncrypt', 'publicDecrypt',
    'publicEncrypt', 'sign', 'verify', 'encapsulate', 'decapsulate',
  ]),
  ...classes('crypto', [
    'Sign', 'Verify', 'X509Certificate',
  ]),
};
