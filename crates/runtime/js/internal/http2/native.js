// The binding's sessions, and the numbers of what they tell.
'use strict';

// Flushes are done in the check phase, which the timers' file sets up.
require('internal/timers');
const native = binding('http2');

// In the order of `Kind` in the binding's tell.rs. A session has a method for each, under these names.
const kEvents = [
  'headers', 'data', 'ended', 'closed', 'drained', 'wantsTrailers', 'settings', 'ping', 'goaway', 'altsvc', 'origin',
  'notSent', 'invalid', 'failed', 'writeFailed', 'output', 'flushed',
].map((name) => Symbol(name));

const kBy = {};
for (let i = 0; i < kEvents.length; i++) kBy[kEvents[i].description] = kEvents[i];

native.setCallback((session, kind, stream, a, b, c, d) => {
  session[kEvents[kind]](stream, a, b, c, d);
});

module.exports = { NativeSession: native.Session, messageOf: native.messageOf, told: kBy };
