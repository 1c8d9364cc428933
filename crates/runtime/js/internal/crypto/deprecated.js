// Classes that are not meant to be called by scripts.
'use strict';

const { Hash, Hmac } = require('internal/crypto/hash');
const { deprecate } = require('internal/util/deprecate');

module.exports = {
  Hash: deprecate(Hash, 'crypto.Hash constructor is deprecated.', 'DEP0179'),
  Hmac: deprecate(Hmac, 'crypto.Hmac constructor is deprecated.', 'DEP0181'),
};
