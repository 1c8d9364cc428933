// The message of assert.ok(): the call, as it stands in the source.
'use strict';

// Undefined if the source cannot be read.
function describeCall(fn) {
  // Where `fn` was called.
  const site = require('internal/captured_sites').captureSites(1, fn)[0];
  const line = site && sourceLine(site.getFileName(), site.getLineNumber());
  if (line === undefined) return undefined;
  return `The expression evaluated to a falsy value:\n\n  ${callAt(line, site.getColumnNumber() - 1)}\n`;
}

function sourceLine(file, number) {
  if (typeof file !== 'string') return undefined;
  try {
    return textOf(file)?.split('\n')[number - 1];
  } catch {
    return undefined;
  }
}

// What `eval` and `Function` have made is called by its maker's file, and ` line 3 > eval` after it.
const kMade = / > (?:eval|Function)$/;
let runningSource;

function textOf(file) {
  if (kMade.test(file)) {
    runningSource ??= binding('errors').runningSource();
    return runningSource();
  }
  if (file.startsWith('file:')) return require('fs').readFileSync(require('url').fileURLToPath(file), 'utf8');
  return file.startsWith('/') ? require('fs').readFileSync(file, 'utf8') : undefined;
}

// The call that spans `column`: back to where its callee starts, and up to the closing parenthesis
// or the end of the line. Control characters are shown as escapes.
function callAt(line, column) {
  let start = column;
  while (start > 0 && /[\p{L}\p{N}_$.?!'"\]\[]/u.test(line[start - 1])) start--;
  while (start < column && !/[\p{L}_$]/u.test(line[start])) start++;
  return line.slice(start, endOfCall(line, start)).replace(/[\0-\x1f]/g, escapeControl);
}

function escapeControl(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Parentheses inside of strings do not count.
function endOfCall(line, start) {
  let depth = 0;
  for (let i = start; i < line.length; i++) {
    const character = line[i];
    if (character === '"' || character === "'" || character === '`') {
      i = endOfString(line, i);
    } else if (character === '(') {
      depth++;
    } else if (character === ')') {
      depth--;
      if (depth <= 0) return i + 1;
    }
  }
  return line.length;
}

function endOfString(line, start) {
  let i = start + 1;
  while (i < line.length && line[i] !== line[start]) i += line[i] === '\\' ? 2 : 1;
  return i;
}

module.exports = { describeCall };
