// Prints an error that ends the process: the source line, the caret, the stack, as Node does.
'use strict';

const native = binding('errors');

// Texts that are not in files: `-e` and the like.
const sources = new Map();

function rememberSource(file, text) {
  sources.set(file, text);
}

function readSource(file) {
  if (file.startsWith('/')) return binding('modules').readSource(file, true);
  if (!file.startsWith('file:')) return undefined;
  try {
    return binding('modules').readSource(require('internal/url').fileURLToPath(file), true);
  } catch {
    return undefined;
  }
}

function sourceText(file) {
  const text = sources.get(file) ?? readSource(file);
  return typeof text === 'string' ? text : undefined;
}

function sourceLine(place) {
  return sourceText(place.file)?.split('\n', place.line)[place.line - 1];
}

// The place, its line and a caret below it; undefined if the source is not to be had.
function sourceContext(place, isThrown) {
  if (place === undefined || place.file.startsWith('node:')) return undefined;
  const line = sourceLine(place);
  if (line === undefined) return undefined;
  let before = line.slice(0, place.column - 1);
  if (isThrown) before = beforeThrow(before);
  const { originalLine } = require('internal/modules/source_maps');
  const original = originalLine(place.file, place.line, before.length + 1);
  if (original?.text === undefined) return drawPlace(place, line, before, 1);
  return drawPlace(original, original.text, original.text.slice(0, original.column - 1), 1);
}

function drawPlace({ file, line }, text, before, width) {
  return `${file}:${line}\n${text}\n${before.replace(/[^\t]/g, ' ')}${'^'.repeat(width)}\n`;
}

// A word, a text, or a sign of several characters, as a parser would take it for one.
const kToken = /^(?:#?[\p{ID_Continue}$]+|(["'])(?:\\.|(?!\1).)*\1|=>|\.\.\.|[=!]==?|[<>]=|&&|\|\||\?\?|\+\+|--|\*\*)/u;

// Of a name that is declared once more only the beginning is marked.
const kDeclared = /has already been declared$/;

// The same where the syntax is wrong: what should not be there is marked as a whole, and the end of the text not at all.
function syntaxContext({ fileName: file, lineNumber: line, columnNumber: column, message }) {
  // Of some errors the engine does not know the line.
  const text = line > 0 ? sourceText(file) : undefined;
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  // A module of CommonJS has a line behind it.
  const isBehind = line > lines.length;
  const number = isBehind ? lines.length : line;
  const shown = lines[number - 1];
  const before = isBehind ? shown : shown.slice(0, column - 1);
  const isEnd = number === lines.length && before.length >= shown.length;
  let width = isEnd ? 0 : 1;
  if (!isEnd && !kDeclared.test(message)) width = kToken.exec(shown.slice(column - 1))?.[0].length ?? 1;
  return drawPlace({ file, line: number }, shown, before, width);
}

// The engine gives the place of what is thrown; the caret is to stand below `throw` itself.
function beforeThrow(text) {
  const index = text.search(/\bthrow\b(?!.*\bthrow\b)/);
  return index === -1 ? text : text.slice(0, index);
}

// Whether it was a `throw` that threw the error, and not the engine: it was made elsewhere, or right
// there, with `new` or by a call of its kind.
const kMaking = /^(?:new\s|\w*Error\()/;

function isThrownByScript(error, place) {
  if (kMaking.test(sourceLine(place)?.slice(place.column - 1) ?? '')) return true;
  const made = native.errorFrames(error)[0];
  return made === undefined || made.file !== place.file || made.line !== place.line ||
    made.column !== place.column;
}

function isError(value) {
  return value !== null && typeof value === 'object' && binding('types').isNativeError(value);
}

// Errors of modules that the library throws on: they are told where they were made.
const handedOn = new WeakSet();

function rememberError(error) {
  if (isError(error)) handedOn.add(error);
}

// Lines of code that is in no file, by the errors that it threw.
const lines = new WeakMap();

function rememberLine(error, file, context) {
  lines.set(error, { file, context });
}

function errorContext(error, place) {
  const line = lines.get(error);
  if (line !== undefined && (place === undefined || place.file === line.file || place.file.startsWith('node:'))) {
    return line.context;
  }
  if (handedOn.has(error)) return sourceContext(native.errorFrames(error)[0], false);
  // A syntax error was thrown by the loader; its place is where the source is wrong.
  if (error instanceof SyntaxError && (place === undefined || place.file.startsWith('node:')) && error.fileName) {
    return syntaxContext(error);
  }
  if (place === undefined) return sourceContext(native.errorFrames(error)[0], false);
  return sourceContext(place, isThrownByScript(error, place));
}

function describeError(error, place) {
  const { inspect } = require('internal/util/inspect');
  const { kEnhanceStackBeforeInspector } = require('internal/errors');
  const stack = error[kEnhanceStackBeforeInspector]?.();
  if (stack !== undefined) {
    Object.defineProperty(error, 'stack', {
      __proto__: null, value: stack, writable: true, configurable: true, enumerable: false,
    });
  }
  const text = inspect(error);
  // A syntax error has its place in the stack already.
  if (/^\S+:\d+\n/.test(text)) return text;
  const context = errorContext(error, place);
  return context === undefined ? text : `${context}\n${text}`;
}

// `--trace-uncaught` shows where it was thrown. Of the callers there nothing is known any more.
function isTraced(place) {
  return place !== undefined && require('internal/process/options').getOption('--trace-uncaught');
}

function showThrown(place) {
  return isTraced(place) ? `\nThrown at:\n    at ${place.file}:${place.line}:${place.column}\n` : '';
}

function describeValue(value, place) {
  const context = sourceContext(place, true) ?? 'Uncaught:\n';
  if (value !== null && (typeof value === 'object' || typeof value === 'function')) {
    return `\n${context}${require('internal/util/inspect').inspect(value)}`;
  }
  const hint = '\n(Use `node --trace-uncaught ...` to show where the exception was thrown)';
  return `\n${context}${String(value)}${isTraced(place) ? '' : hint}`;
}

function describe(error, place) {
  try {
    const text = isError(error) ? describeError(error, place) : describeValue(error, place);
    return text + showThrown(place);
  } catch (another) {
    return `${String(error?.message)}\n${another?.stack}`;
  }
}

function print(error, place) {
  const hasMore = require('internal/process/options').getOption('--extra-info-on-fatal-exception') !== false;
  native.writeFatal(`${describe(error, place)}\n${hasMore ? `\nNode.js ${process.version}\n` : ''}`);
}

module.exports = { rememberError, rememberLine, print, rememberSource, syntaxContext };
