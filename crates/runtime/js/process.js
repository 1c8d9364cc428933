// The process object as a module.
'use strict';

module.exports = process;
