// Options of the command line that the library itself obeys.
'use strict';

// Those whose value may be the next argument.
const kWithValue = new Set([
  '-r', '--require', '--disable-warning', '--title', '--unhandled-rejections',
]);
const kLongNames = { '__proto__': null, '-r': '--require' };

let values;

// A Map of lists: an option can be given more than once.
function parse(list) {
  values = new Map();
  for (let i = 0; i < list.length; i++) {
    const equals = list[i].startsWith('--') ? list[i].indexOf('=') : -1;
    const given = equals === -1 ? list[i] : list[i].slice(0, equals);
    const name = kLongNames[given] ?? given;
    let value = equals === -1 ? true : list[i].slice(equals + 1);
    if (equals === -1 && kWithValue.has(name)) value = list[++i];
    if (values.has(name)) values.get(name).push(value);
    else values.set(name, [value]);
  }
}

// All values of an option, in their order.
function getOptions(name) {
  if (values === undefined) parse(binding('process').execArguments());
  return values.get(name) ?? [];
}

// The last value of an option, true for one without a value; undefined if it was not given.
function getOption(name) {
  return getOptions(name).at(-1);
}

// Options that are visible as properties of `process`.
const kProperties = [
  ['--no-deprecation', 'noDeprecation'],
  ['--no-warnings', 'noProcessWarnings'],
  ['--throw-deprecation', 'throwDeprecation'],
  ['--trace-deprecation', 'traceDeprecation'],
  ['--trace-warnings', 'traceProcessWarnings'],
];

// At the start, if there are options at all.
function apply() {
  for (const [option, property] of kProperties) {
    if (!getOption(option)) continue;
    Object.defineProperty(process, property, {
      __proto__: null, value: true, writable: false, enumerable: true, configurable: true,
    });
  }
  if (getOption('--no-warnings')) process.removeAllListeners('warning');
  const title = getOption('--title');
  if (title !== undefined) process.title = title;
}

module.exports = { apply, getOption, getOptions };
