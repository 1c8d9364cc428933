// The block of YAML below a line of TAP.
'use strict';

const isError = (value) => value instanceof Error || isNativeError(value);
const { isFailure } = require('internal/test/failure');
const { isDate, isNativeError } = require('internal/util/types');

function showDetails(prefix, data, inspect) {
  const { details } = data;
  const inner = `${prefix}  `;
  let text = `${inner}---\n${property(inner, 'duration_ms', details.duration_ms, inspect)}`;
  if (details.type !== undefined) text += property(inner, 'type', details.type, inspect);
  const error = details.error;
  if (error !== undefined) {
    if (data.file !== undefined) {
      text += property(inner, 'location', `${data.file}:${data.line}:${data.column}`, inspect);
    }
    text += showError(inner, error, inspect);
  }
  return `${text}${inner}...\n`;
}

// A failure that a test has thrown itself is told by what it threw.
function showError(prefix, error, inspect) {
  if (!isError(error)) return showText(prefix, 'error', inspectPlain(error, inspect), inspect);
  const cause = isFailure(error) ? error.cause : error;
  const isOwn = isFailure(error) && !isError(cause);
  const shown = isOwn ? error : cause;
  let text = '';
  if (error.failureType !== undefined) text += property(prefix, 'failureType', error.failureType, inspect);
  text += showText(prefix, 'error', messageOf(error, cause, inspect), inspect);
  const code = isOwn || cause.code === undefined ? error.code : cause.code;
  if (code) text += property(prefix, 'code', code, inspect);
  if (shown.name && shown.name !== 'Error') text += property(prefix, 'name', shown.name, inspect);
  if (isAssertion(shown)) {
    text += property(prefix, 'expected', shown.expected, inspect);
    text += property(prefix, 'actual', shown.actual, inspect);
    if (shown.operator) text += property(prefix, 'operator', shown.operator, inspect);
  }
  return text + showStack(prefix, shown.stack);
}

function isAssertion(error) {
  return error.code === 'ERR_ASSERTION' && error.name === 'AssertionError';
}

function messageOf(error, cause, inspect) {
  if (isError(cause)) return cause.message;
  return typeof cause === 'string' ? cause : inspectPlain(cause, inspect);
}

function inspectPlain(value, inspect) {
  return inspect(value, {});
}

// Frames without what stands before each; none of the message.
function showStack(prefix, stack) {
  if (typeof stack !== 'string') return '';
  const frames = [];
  for (const line of stack.split('\n')) {
    const frame = /^\s+at\s(.*)$/.exec(line);
    if (frame !== null) frames.push(frame[1].trim());
  }
  if (frames.length === 0) return '';
  return `${prefix}stack: |-\n${frames.map((frame) => `${prefix}  ${frame}\n`).join('')}`;
}

function showText(prefix, name, text, inspect) {
  if (!/\r?\n/.test(text)) return `${prefix}${name}: ${inspectPlain(text, inspect)}\n`;
  const lines = text.split(/\r?\n/).map((line) => `${prefix}  ${line}\n`);
  return `${prefix}${name}: |-\n${lines.join('')}`;
}

// A property of any value; objects go on in lines of their own.
function property(prefix, name, value, inspect, seen = new Set()) {
  if (value === undefined) return '';
  if (value === null) return `${prefix}${name}: ~\n`;
  if (typeof value === 'string') return showText(prefix, name, value, inspect);
  if (typeof value !== 'object') return `${prefix}${name}: ${inspectPlain(value, inspect)}\n`;
  if (isDate(value)) return `${prefix}${name}: ${Date.prototype.toISOString.call(value)}\n`;
  if (seen.has(value)) return `${prefix}${name}: <Circular>\n`;
  const keys = Object.keys(value);
  if (keys.length === 0) return `${prefix}${name}: ${inspectPlain(value, inspect)}\n`;
  seen.add(value);
  let text = `${prefix}${name}:\n`;
  for (const key of keys) text += property(`${prefix}  `, key, value[key], inspect, seen);
  seen.delete(value);
  return text;
}

module.exports = { showDetails };
