// Where a test was written: the place from which a function of the library was called.
'use strict';

const { captureSites } = require('internal/captured_sites');

// The lines of files, as far as they were asked for.
const sources = new Map();

// `below` is the function that was called.
function callPlace(below) {
  const [site] = captureSites(1, below);
  if (site === undefined) return undefined;
  const name = site.getFileName();
  // Code that was evaluated has no place of its own.
  if (typeof name !== 'string' || name.endsWith(' > eval')) return undefined;
  const file = name.startsWith('file:') ? require('internal/url').fileURLToPath(name) : name;
  const line = site.getLineNumber();
  return { __proto__: null, line, column: startOfCall(file, line, site.getColumnNumber()), file };
}

// The engine tells where the parenthesis of a plain call is; the place is to be that of the name before it.
function startOfCall(file, line, column) {
  const text = lineOf(file, line);
  if (text?.[column - 1] !== '(') return column;
  const name = /[\p{ID_Continue}$]+$/u.exec(text.slice(0, column - 1));
  return name === null ? column : column - name[0].length;
}

function lineOf(file, line) {
  if (!sources.has(file)) {
    const text = file.startsWith('/') ? binding('modules').readSource(file, true) : process._eval;
    sources.set(file, typeof text === 'string' ? text.split('\n') : []);
  }
  return sources.get(file)[line - 1];
}

// A path as it is shown, with the place in it.
function showPlace(place) {
  const file = require('path').relative(process.cwd(), place.file);
  return `${file}:${place.line}:${place.column}`;
}

module.exports = { callPlace, showPlace };
