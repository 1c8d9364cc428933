// readline: the cursor can be moved; lines cannot be read yet.
'use strict';

const { functions, classes } = require('internal/unimplemented');
const {
  clearLine, clearScreenDown, cursorTo, moveCursor,
} = require('internal/readline/callbacks');

module.exports = {
  ...classes('readline', ['Interface']),
  ...functions('readline', ['createInterface', 'emitKeypressEvents']),
  clearLine,
  clearScreenDown,
  cursorTo,
  moveCursor,
  get promises() { return require('readline/promises'); },
};
