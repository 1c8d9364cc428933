// util.debuglog(): messages for those whom NODE_DEBUG names.
'use strict';

let enabledSections;

// NODE_DEBUG is a list of names, in which * stands for any text.
function isEnabled(section) {
  enabledSections ??= process.env.NODE_DEBUG ? process.env.NODE_DEBUG.toUpperCase().split(',') : [];
  const name = section.toUpperCase();
  return enabledSections.some((pattern) => matches(pattern.split('*'), name));
}

// Whether a name consists of the pieces around stars, with anything between them.
function matches(pieces, name) {
  const last = pieces.length - 1;
  if (last === 0) return name === pieces[0];
  if (!name.startsWith(pieces[0])) return false;
  let position = pieces[0].length;
  for (let i = 1; i < last; i++) {
    const found = name.indexOf(pieces[i], position);
    if (found === -1) return false;
    position = found + pieces[i].length;
  }
  return name.length - pieces[last].length >= position && name.endsWith(pieces[last]);
}

function write(section, args) {
  const { formatWithOptions } = require('internal/util/inspect/format');
  const { inspect } = require('internal/util/inspect');
  const colors = process.stderr.hasColors?.() ?? false;
  const text = formatWithOptions({ colors }, ...args);
  process.stderr.write(`${section} ${inspect(process.pid, { colors })}: ${text}\n`);
}

function nothing() {}

// Sections of the library whose messages have in them what passes between client and server.
function warnIfTelling(section) {
  if (section !== 'HTTP' && section !== 'HTTP2') return;
  process.emitWarning(
    `Setting the NODE_DEBUG environment variable to '${section.toLowerCase()}' can expose sensitive data ` +
    '(such as passwords, tokens and authentication headers) in the resulting log.');
}

// `callback` is given a function that no longer asks whether the section is enabled.
function debuglog(section, callback) {
  let enabled;
  const isOn = () => enabled ??= isEnabled(section);

  // What a section is called in its messages is known once there are any.
  let debug = (...args) => {
    section = section.toUpperCase();
    if (isOn()) warnIfTelling(section);
    debug = isOn() ? function debug(...texts) { write(section, texts); } : nothing;
    if (typeof callback === 'function') callback(withEnabled(debug));
    debug(...args);
  };
  const logger = (...args) => debug(...args);

  function withEnabled(fn) {
    return Object.defineProperty(fn, 'enabled', { __proto__: null, get: isOn, configurable: true, enumerable: true });
  }
  return withEnabled(logger);
}

// '1.500s', '1:00.300 (m:ss.mmm)': a time in milliseconds for console.timeEnd().
function formatTime(ms) {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  if (ms < second) return `${Number(ms.toFixed(3))}ms`;
  if (ms < minute) return `${(ms / second).toFixed(3)}s`;
  const hours = Math.floor(ms / hour);
  const minutes = Math.floor((ms % hour) / minute);
  const [seconds, fraction] = ((ms % minute) / second).toFixed(3).split('.');
  const rest = `${seconds.padStart(2, '0')}.${fraction}`;
  if (hours === 0) return `${minutes}:${rest} (m:ss.mmm)`;
  return `${hours}:${String(minutes).padStart(2, '0')}:${rest} (h:mm:ss.mmm)`;
}

module.exports = { debuglog, debug: debuglog, formatTime };
