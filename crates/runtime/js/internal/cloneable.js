// How objects of the library that have more than properties are cloned and handed over. Loads nothing.
'use strict';

// The name of a method that returns the copy.
const kClone = Symbol('messaging_clone_symbol');

// The name of a method that tells how another thread makes a copy: [file of the library, value, handle]. That file has a
// function `revive` for the value and the handle, an object with Rust data that can go to other threads, if there is one.
const kPack = Symbol('pack');

// The name of a method of what can be handed over. If that cannot be, it says why by throwing.
const kTransfer = Symbol('messaging_transfer_symbol');

// The name of a method that hands it over, and returns a Given.
const kGive = Symbol('give');

module.exports = { kClone, kGive, kPack, kTransfer };
