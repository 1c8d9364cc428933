// How structuredClone() copies an object of the library that has more than properties.
'use strict';

// The name of a method that returns the copy.
const kClone = Symbol('messaging_clone_symbol');

// The name of a method of what could be handed over to another thread. It says why that cannot be, by throwing.
const kTransfer = Symbol('messaging_transfer_symbol');

module.exports = { kClone, kTransfer };
