// node:console, which is the global console.
'use strict';

module.exports = require('internal/console/global');
