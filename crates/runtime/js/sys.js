// The old name of util.
'use strict';

module.exports = require('util');
