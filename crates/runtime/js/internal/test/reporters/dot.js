// The reporter `dot`: a character for each test.
'use strict';

const { Palette, kSymbols, showFailure } = require('internal/test/reporters/outcome');

// As many to a line as the terminal has columns, but no fewer than 20.
function columnsOf() {
  return Math.max(process.stdout.columns ?? 20, 20);
}

function mark(palette, color, character) {
  return palette.isOn ? `\u001b[${color}m${character}\u001b[0m` : character;
}

async function* dot(source) {
  const failures = [];
  const palette = new Palette();
  let count = 0;
  let columns = columnsOf();
  let coverage;
  const messages = [];
  for await (const { type, data } of source) {
    if (type === 'test:coverage') coverage = data.summary;
    else if (type === 'test:diagnostic' && data.level === 'error') messages.push(data.message);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (type === 'test:pass') {
      yield mark(palette, 32, '.');
    } else {
      failures.push(data);
      yield mark(palette, 31, 'X');
    }
    count++;
    if (count === columns) {
      yield '\n';
      columns = columnsOf();
      count = 0;
    }
  }
  yield '\n';
  if (failures.length > 0) {
    yield `\n${palette.red('Failed tests:')}\n\n`;
    for (const data of failures) yield `${showFailure(data, palette)}\n`;
  }
  if (coverage === undefined) return;
  for (const message of messages) yield `${palette.red(`${kSymbols['test:diagnostic']}${message}`)}\n`;
  yield require('internal/test/coverage/table').showCoverage(coverage, kSymbols['test:diagnostic'], palette.isOn);
}

module.exports = { dot };
