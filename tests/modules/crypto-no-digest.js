// Digests that are not to be had any more: what keys are derived with says so, with OpenSSL's code.
'use strict';
const crypto = require('crypto');

function attempt(name, derive) {
  try {
    console.log(name, derive().byteLength);
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}

const derivations = {
  hkdf: () => crypto.hkdfSync('sha256', 'key', 'salt', 'info', 32),
  pbkdf2: () => crypto.pbkdf2Sync('password', 'salt', 10, 32, 'sha256'),
};
for (const name of Object.keys(derivations)) attempt(name, derivations[name]);
// There is no provider of that name here, so nothing can be fetched.
crypto.setFips(1);
for (const name of Object.keys(derivations)) attempt(name, derivations[name]);
