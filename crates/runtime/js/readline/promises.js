// readline/promises: lines cannot be read yet.
'use strict';

const { functions, classes } = require('internal/unimplemented');

module.exports = {
  ...classes('readline.promises', ['Interface', 'Readline']),
  ...functions('readline.promises', ['createInterface']),
};
