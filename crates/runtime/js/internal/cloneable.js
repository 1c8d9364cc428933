// How structuredClone() copies an object of the library that has more than properties.
'use strict';

// The name of a method that returns the copy.
const kClone = Symbol('messaging_clone_symbol');

module.exports = { kClone };
