// readline: the lines of streams, and moving the cursor of a terminal. Lines cannot be edited on a terminal yet.
'use strict';

const { functions } = require('internal/unimplemented');
const {
  clearLine, clearScreenDown, cursorTo, moveCursor,
} = require('internal/readline/callbacks');
const { Interface } = require('internal/readline/interface');

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = {
  Interface,
  clearLine,
  clearScreenDown,
  createInterface,
  cursorTo,
  ...functions('readline', ['emitKeypressEvents']),
  moveCursor,
  get promises() { return require('readline/promises'); },
};
