// util.parseEnv(): the variables of a .env file.
'use strict';

const { validateString } = require('internal/validators');

function parseEnv(content) {
  validateString(content, 'content');
  const variables = new Map();
  let rest = content.replaceAll('\r', '').trim();
  while (rest !== '') rest = takeVariable(rest, variables).trimStart();
  return Object.assign({ __proto__: null }, Object.fromEntries([...variables].sort(byName)));
}

function byName(first, second) {
  const a = first[0];
  const b = second[0];
  return a < b ? -1 : 1;
}

// Returns what is left of the text after its first line, or after a value of several lines.
function takeVariable(text, variables) {
  const equals = text.indexOf('=');
  const lineEnd = text.indexOf('\n');
  const hasValue = equals !== -1 && (lineEnd === -1 || equals < lineEnd);
  if (text[0] === '#' || !hasValue) return afterLine(text);
  const key = text.slice(0, equals).trim();
  text = text.slice(equals + 1);
  if (text === '' || text[0] === '\n') {
    variables.set(key, '');
    return text;
  }
  if (key === '') return text;
  const [value, after] = takeValue(text.trimStart());
  variables.set(key.startsWith('export ') ? key.slice(7).trimStart() : key, value);
  return after;
}

function afterLine(text) {
  const end = text.indexOf('\n');
  return end === -1 ? '' : text.slice(end + 1);
}

// Returns the value that a text starts with, and the text after its line.
function takeValue(text) {
  const quote = text[0];
  if (quote === '"' || quote === "'" || quote === '`') {
    const end = text.indexOf(quote, 1);
    if (end === -1) return [firstLine(text), afterLine(text)];
    const value = text.slice(1, end);
    return [quote === '"' ? value.replaceAll('\\n', '\n') : value, afterLine(text.slice(end + 1))];
  }
  const line = firstLine(text);
  const comment = line.indexOf('#');
  return [(comment === -1 ? line : line.slice(0, comment)).trim(), afterLine(text)];
}

function firstLine(text) {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}

module.exports = { parseEnv };
