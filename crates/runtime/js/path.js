// path: the paths of this system.
'use strict';

module.exports = require('path/posix');
