// assert/strict: assert, with every comparison strict.
'use strict';

module.exports = require('assert').strict;
