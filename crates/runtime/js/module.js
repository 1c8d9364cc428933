// The public `module` module is the Module class itself.
'use strict';

module.exports = require('internal/modules/cjs').Module;
