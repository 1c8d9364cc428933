// The reporter `tap`: the Test Anything Protocol, version 13.
'use strict';

const { inspectAnyway } = require('internal/test/reporters/outcome');
const { showDetails } = require('internal/test/reporters/tap_details');

async function* tap(source) {
  yield 'TAP version 13\n';
  for await (const { type, data } of source) {
    const text = show(type, data);
    if (text !== undefined) yield text;
    if (type === 'test:pass' || type === 'test:fail') yield showDetails(indent(data.nesting), data, inspectAnyway);
  }
}

function indent(nesting) {
  return '    '.repeat(nesting);
}

function show(type, data) {
  switch (type) {
    case 'test:start':
      return `${indent(data.nesting)}# Subtest: ${escape(data.name)}\n`;
    case 'test:pass':
      return showEnd('ok', data);
    case 'test:fail':
      return showEnd('not ok', data);
    case 'test:plan':
      return `${indent(data.nesting)}1..${data.count}\n`;
    case 'test:diagnostic':
    case 'test:log':
      return `${indent(data.nesting)}# ${escape(data.message)}\n`;
    case 'test:stdout':
    case 'test:stderr':
      return showOutput(data.message);
    case 'test:coverage':
      return require('internal/test/coverage/table').showCoverage(data.summary, '# ', false);
    case 'test:interrupted':
      return data.tests.map(showInterrupted).join('');
    default:
      return undefined;
  }
}

function showInterrupted({ column, file, line, name }) {
  const place = file === undefined ? '' : ` at ${file}:${line}:${column}`;
  return `# Interrupted while running: ${escape(name)}${place}\n`;
}

function showOutput(message) {
  return message.split(/\r?\n/).filter((line) => line !== '').map((line) => `# ${escape(line)}\n`).join('');
}

function showEnd(status, data) {
  return `${indent(data.nesting)}${status} ${data.testNumber} - ${escape(data.name)}${showDirective(data)}\n`;
}

function showDirective({ skip, todo, expectFailure }) {
  if (skip !== undefined) return ` # SKIP${reason(skip)}`;
  if (todo !== undefined) return ` # TODO${reason(todo)}`;
  if (expectFailure !== undefined) return ` # EXPECTED FAILURE${reason(expectFailure)}`;
  return '';
}

function reason(value) {
  return typeof value === 'string' && value.length > 0 ? ` ${escape(value)}` : '';
}

const kEscapes = {
  '__proto__': null,
  '\b': '\\b', '\f': '\\f', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\v': '\\v',
};

// Characters that cannot stand in a line are written as escapes, and these again like all that has a backslash.
function escape(text) {
  const readable = text.replace(/[\b\f\t\n\r\v]/g, (character) => kEscapes[character]);
  return readable.replace(/\\/g, '\\\\').replace(/#/g, '\\#');
}

module.exports = { tap };
