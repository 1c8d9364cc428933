// readline/promises: questions whose answers are promises. Lines cannot be edited on a terminal yet.
'use strict';

const { classes } = require('internal/unimplemented');
const { PromisesInterface } = require('internal/readline/interface');

function createInterface(input, output, completer, terminal) {
  return new PromisesInterface(input, output, completer, terminal);
}

module.exports = {
  Interface: PromisesInterface,
  ...classes('readline.promises', ['Readline']),
  createInterface,
};
