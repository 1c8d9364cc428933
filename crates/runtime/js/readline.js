// readline: the lines of streams, edited on terminals, and moving the cursor of a terminal.
'use strict';

const {
  clearLine, clearScreenDown, cursorTo, moveCursor,
} = require('internal/readline/callbacks');
const { Interface } = require('internal/readline/interface');
const { emitKeypressEvents } = require('internal/readline/keys');

function createInterface(input, output, completer, terminal) {
  return new Interface(input, output, completer, terminal);
}

module.exports = {
  Interface,
  clearLine,
  clearScreenDown,
  createInterface,
  cursorTo,
  emitKeypressEvents,
  moveCursor,
  get promises() { return require('readline/promises'); },
};
