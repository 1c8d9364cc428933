// A value that is under way is a list of tokens: the number of what comes, then its parts. Objects are numbered in the
// order in which they are first met, on both ends.
//
// Among the parts are primitives, and objects that nobody else has or that are shared by nature. So a list can go
// to another thread as plain data, by the engine's own structured clone.
'use strict';

module.exports = {
  kPrimitive: 0, // the value
  kSeen: 1, // the number of an object that was met before
  kGiven: 2, // the index of an object that is handed over
  kReady: 3, // an object that is a copy already
  kObject: 4, // how many properties; keys and values
  kArray: 5, // length; items or kHole; properties as in an object
  kSparseArray: 6, // length; properties as in an object
  kHole: 7,
  kMap: 8, // how many; keys and values
  kSet: 9, // how many; values
  kError: 10, // class, stack, message; cause or kHole
  kDomException: 11, // message, name, stack
  kView: 12, // class, byte offset, length or undefined; buffer
  kRevived: 13, // an array: the library file that makes the object, the tokens that it makes it of, a handle or undefined
};
