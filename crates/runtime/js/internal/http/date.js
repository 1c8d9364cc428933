// The field Date, made at most once a second.
'use strict';

const { Timeout, activate } = require('internal/timers');

let text;

// The value of the field.
function utcDate() {
  if (text === undefined) renew();
  return text;
}

// It is forgotten when the second is over.
function renew() {
  const now = new Date();
  text = now.toUTCString();
  activate(new Timeout(forget, 1000 - now.getMilliseconds(), undefined, false), false);
}

function forget() {
  text = undefined;
  line = undefined;
}

let line;

// The whole line.
function dateLine() {
  line ??= `Date: ${utcDate()}\r\n`;
  return line;
}

module.exports = { dateLine, utcDate };
