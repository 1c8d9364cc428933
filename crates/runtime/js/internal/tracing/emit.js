// Trace events, as those make them who tell of something.
'use strict';

const native = binding('trace_events');

let lastId = 0;

// A number for the events of something that others come between.
function newId() {
  return ++lastId;
}

// `phase`: Chrome's letter for the kind of event. `id` is a number, or undefined.
function emit(phase, category, name, id, args) {
  native.emit(phase, category, name, id, args === undefined ? '' : JSON.stringify(args));
}

// What `act` gives; it is told when it is done.
function emitSpan(category, name, act) {
  native.begin();
  try {
    return act();
  } finally {
    native.end(category, name);
  }
}

module.exports = { emit, emitSpan, newId };
