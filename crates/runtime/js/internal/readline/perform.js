// What an Interface does to its line, by name. On those of `readline` each is a method, _refreshLine() say, which
// scripts call and replace: so the library asks for it by name, too.
'use strict';

// By name: functions of the interface and what they need.
const actions = { __proto__: null };

// Makes an interface ask its own methods.
const kHasMethods = Symbol('kHasMethods');
// Has the completer of an interface asked: [kComplete](text, callback)
const kComplete = Symbol('kComplete');

function perform(reader, name, first, second) {
  if (reader[kHasMethods]) return reader[`_${name}`](first, second);
  return actions[name](reader, first, second);
}

module.exports = { actions, kComplete, kHasMethods, perform };
