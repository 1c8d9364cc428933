// The reporter `spec`: a tree of tests for people, and the failures at the end.
'use strict';

const { Transform } = require('stream');
const { Palette, indent, kSymbols, showFailure, showOutcome } = require('internal/test/reporters/outcome');

class SpecReporter extends Transform {
  // Those that have started and were not shown yet: the innermost first.
  #waiting = [];
  // Whether something within the test of a level was shown.
  #opened = [];
  #failures = [];
  #palette;

  constructor() {
    super({ __proto__: null, writableObjectMode: true });
  }

  _transform({ type, data }, encoding, callback) {
    this.#palette ??= new Palette();
    callback(null, this.#show(type, data));
  }

  _flush(callback) {
    this.#palette ??= new Palette();
    callback(null, this.#showFailures());
  }

  #show(type, data) {
    switch (type) {
      case 'test:start':
        this.#waiting.unshift(data);
        return undefined;
      case 'test:pass':
      case 'test:fail':
        return this.#showEnd(type, data);
      case 'test:diagnostic':
      case 'test:log':
        return this.#showDiagnostic(type, data);
      case 'test:stdout':
      case 'test:stderr':
        return data.message;
      case 'test:coverage':
        return require('internal/test/coverage/table').showCoverage(data.summary, kSymbols['test:diagnostic'], this.#palette.isOn);
      case 'test:interrupted':
        return this.#showInterrupted(data.tests);
      case 'test:summary':
        // Of all files: a round of watch mode has no other end.
        return data.file === undefined ? this.#showFailures() : undefined;
      case 'test:watch:restarted':
        return `\nRestarted at ${new Date().toLocaleString()}\n`;
      default:
        return undefined;
    }
  }

  // A test that has others within it is named before them, too.
  #showEnd(type, data) {
    let text = '';
    const current = this.#waiting.shift();
    while (this.#waiting.length > 0) {
      const parent = this.#waiting.pop();
      this.#opened.unshift(parent);
      text += `${indent(parent.nesting)}${kSymbols['arrow:right']}${parent.name}\n`;
    }
    if (current === undefined || this.#opened[0]?.nesting === data.nesting) this.#opened.shift();
    const isOfFile = data.nesting === 0 && data.name === data.file;
    if (type === 'test:fail' && data.details?.error?.failureType !== 'subtestsFailed' && !isOfFile) {
      this.#failures.push(data);
    }
    return `${text}${showOutcome(type, data, this.#palette, indent(data.nesting))}\n`;
  }

  #showDiagnostic(type, data) {
    const color = data.level === 'error' ? 'red' : data.level === 'warn' ? 'yellow' : 'blue';
    return `${indent(data.nesting)}${this.#palette[color](kSymbols[type] + data.message)}\n`;
  }

  #showInterrupted(tests) {
    if (tests.length === 0) return undefined;
    const lines = tests.map((test) => {
      const place = test.file === undefined || test.name === test.file ? '' :
        ` at ${require('path').relative(process.cwd(), test.file)}:${test.line}:${test.column}`;
      return `  ${test.name}${place}\n`;
    });
    return `\n${this.#palette.yellow('Interrupted while running:')}\n${lines.join('')}`;
  }

  #showFailures() {
    if (this.#failures.length === 0) return '';
    const cwd = process.cwd();
    let text = `\n${this.#palette.red('\u2716 failing tests:')}\n`;
    for (const data of this.#failures) {
      const file = data.file === undefined ? undefined : require('path').relative(cwd, data.file);
      if (file !== undefined) text += `\ntest at ${file}:${data.line}:${data.column}\n`;
      else text += '\n';
      text += `${showFailure(data, this.#palette)}\n`;
    }
    this.#failures = [];
    return text;
  }
}

module.exports = { SpecReporter };
