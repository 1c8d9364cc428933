// How reporters for people show the outcome of a test.
'use strict';

const { isFailure } = require('internal/test/failure');

const kSymbols = {
  '__proto__': null,
  'test:pass': '\u2714 ',
  'test:fail': '\u2716 ',
  'test:diagnostic': '\u2139 ',
  'test:log': '\u2139 ',
  'warning:alert': '\u26A0 ',
  'arrow:right': '\u25B6 ',
  'hyphen:minus': '\uFE63 ',
};

// Colours are decided when they are used: the environment may change until then.
class Palette {
  #isOn;

  constructor(stream = process.stdout) {
    this.#isOn = require('internal/util/colors').shouldColorize(stream);
  }

  get isOn() {
    return this.#isOn;
  }

  #paint(code, text) {
    return this.#isOn ? `\u001b[${code}m${text}\u001b[39m` : text;
  }

  green(text) { return this.#paint(32, text); }
  red(text) { return this.#paint(31, text); }
  blue(text) { return this.#paint(34, text); }
  yellow(text) { return this.#paint(33, text); }
  gray(text) { return this.#paint(90, text); }
}

function indent(nesting) {
  return '  '.repeat(nesting);
}

// The line of a test that has ended, without a newline.
function showOutcome(type, data, palette, prefix = '') {
  const { details, expectFailure, name, skip, todo } = data;
  const duration = details?.duration_ms ? ` ${palette.gray(`(${details.duration_ms}ms)`)}` : '';
  const past = details?.passed_on_attempt === undefined ? '' :
    ` ${palette.gray(`(passed on attempt ${details.passed_on_attempt})`)}`;
  const { symbol, color } = styleOf(type, data);
  const base = `${symbol}${name}${duration}${past}`;
  let directive = '';
  if (skip !== undefined) directive = ` # ${typeof skip === 'string' && skip.length > 0 ? skip : 'SKIP'}`;
  else if (todo !== undefined) directive = ` # ${typeof todo === 'string' && todo.length > 0 ? todo : 'TODO'}`;
  else if (expectFailure !== undefined) {
    directive = ' # EXPECTED FAILURE';
    if (typeof expectFailure === 'string' && expectFailure.length > 0) directive += ` ${expectFailure}`;
  }
  return `${prefix}${palette[color](base + directive)}`;
}

function styleOf(type, { skip, todo }) {
  if (skip !== undefined) return { symbol: kSymbols['hyphen:minus'], color: 'gray' };
  if (todo !== undefined && type === 'test:fail') return { symbol: kSymbols['warning:alert'], color: 'yellow' };
  return { symbol: kSymbols[type], color: type === 'test:fail' ? 'red' : 'green' };
}

// The error of a failed test, indented, or nothing.
function showError(error, palette, prefix) {
  if (!error) return '';
  const shown = isFailure(error) ? error.cause : error;
  const text = inspectAnyway(shown, { colors: palette.isOn, breakLength: Infinity });
  return text.split('\n').map((line) => (line === '' ? '' : `${prefix}  ${line}`)).join('\n');
}

// Also if a value cannot be inspected in its own way.
function inspectAnyway(value, options) {
  const { inspect } = require('internal/util/inspect');
  try {
    return inspect(value, options);
  } catch {
    return inspect(value, { ...options, customInspect: false });
  }
}

// The parts of a failed test in a list of failures.
function showFailure(data, palette) {
  const outcome = showOutcome('test:fail', data, palette);
  return `${outcome}\n${showError(data.details?.error, palette, '')}`;
}

module.exports = { Palette, indent, inspectAnyway, kSymbols, showError, showFailure, showOutcome };
