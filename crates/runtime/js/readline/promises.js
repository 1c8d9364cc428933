// readline/promises: questions whose answers are promises.
'use strict';

const { PromisesInterface } = require('internal/readline/interface');
const { Readline } = require('internal/readline/readline');

function createInterface(input, output, completer, terminal) {
  return new PromisesInterface(input, output, completer, terminal);
}

module.exports = {
  Interface: PromisesInterface,
  Readline,
  createInterface,
};
