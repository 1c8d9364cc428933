// Errors: their stack with what it lacks added, and everything that the other fields repeat left out.
'use strict';

const { colorFrames, leaveOutCommon, leaveOutRepeats } = require('internal/util/inspect/frames');
const { getPrefix, isInstance } = require('internal/util/inspect/names');
const { kObject } = require('internal/util/inspect/layout');
const { formatProperty } = require('internal/util/inspect/properties');
const { isNativeError } = require('internal/util/types');
const core = require('internal/util/inspect/value');

const frameStart = '\n    at';

function isError(value) {
  return isNativeError(value) || isInstance(value, Error);
}

// Changes `keys`: drops what the stack shows already, adds hidden ones that are worth showing.
function formatError(context, error, constructor, tag, keys) {
  if (context.showHidden) dropEngineKeys(error, keys);
  let stack;
  let message;
  try {
    stack = stackOf(context, error);
    const { name } = error;
    ({ message } = error);
    dropRepeatedKeys(context, error, keys, stack);
    stack = improveHead(stack, constructor, name, tag);
  } catch {
    // Getters that throw: the fields are shown as what they are.
    return `[object ${tag || 'Error'}]`;
  }
  addHiddenKeys(error, keys);
  stack = formatFrames(context, error, stack, message);
  // The lines of the stack move in with the object around the error.
  if (context.indentationLvl === 0) return stack;
  return stack.replaceAll('\n', `\n${' '.repeat(context.indentationLvl)}`);
}

function stackOf(context, error) {
  const { stack } = error;
  if (typeof stack === 'string' && stack !== '') return stack;
  const head = Error.prototype.toString.call(error);
  if (!stack) return head;
  context.seen.push(error);
  context.indentationLvl += 4;
  // Without a depth: such a stack is shown whole, and never squeezed into a line.
  const text = core.formatValue(context, stack, NaN);
  context.indentationLvl -= 4;
  context.seen.pop();
  return `${head}\n    ${text}`;
}

function dropRepeatedKeys(context, error, keys, stack) {
  if (context.showHidden || keys.length === 0) return;
  for (const key of ['name', 'message', 'stack']) {
    const index = keys.indexOf(key);
    if (index === -1) continue;
    const value = error[key];
    if (typeof value !== 'string' || stack.includes(value)) keys.splice(index, 1);
  }
}

// Hidden fields of the engine's that say what the stack says.
const engineKeys = ['fileName', 'lineNumber', 'columnNumber'];

function dropEngineKeys(error, keys) {
  if (!isNativeError(error)) return;
  for (const key of engineKeys) {
    const index = keys.indexOf(key);
    if (index !== -1 && !Object.prototype.propertyIsEnumerable.call(error, key)) keys.splice(index, 1);
  }
}

function addHiddenKeys(error, keys) {
  if (Object.hasOwn(error, 'cause') && !keys.includes('cause')) keys.push('cause');
  if (Object.hasOwn(error, 'errors') && !keys.includes('errors') && Array.isArray(error.errors)) {
    keys.push('errors');
  }
}

const inheritedStack = Object.getOwnPropertyDescriptor(Error.prototype, 'stack');

// People know the stack as a hidden property of the error itself; here it may be its prototype's.
function hidesStack(error) {
  return inheritedStack?.get !== undefined && isNativeError(error) && !Object.hasOwn(error, 'stack');
}

function formatStackProperty(context, error, depth) {
  return [formatProperty(context, error, depth, 'stack', kObject, { ...inheritedStack, enumerable: false })];
}

// Adds the class, the tag and a missing prototype to the first line.
function improveHead(stack, constructor, errorName, tag) {
  const name = errorName == null ? 'Error' : String(errorName);
  if (errorName != null && typeof errorName !== 'string') {
    stack = stack.replace(name, () => `${name} [${getPrefix(constructor, tag, 'Error').slice(0, -1)}]`);
  }
  let { length } = name;
  if (constructor !== null && !(name.endsWith('Error') && startsWithName(stack, name))) return stack;
  let fallback = 'Error';
  if (constructor === null) {
    const head = nameAtHead(stack);
    ({ length } = head);
    fallback = head || 'Error';
  }
  const prefix = getPrefix(constructor, tag, fallback).slice(0, -1);
  if (name === prefix) return stack;
  if (!prefix.includes(name)) return `${prefix} [${name}]${stack.slice(length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${stack.slice(length)}`;
}

// The name that a stack begins with: words in front of a message or of frames, or a single one that ends in
// 'Error'; '' if there is none.
function nameAtHead(stack) {
  let end = 0;
  let isWord = true;
  for (; end < stack.length; end++) {
    const character = stack[end];
    if (isWordCharacter(character)) continue;
    if (!' ()[]'.includes(character)) break;
    isWord = false;
  }
  const name = stack.slice(0, end);
  if (end === stack.length) return isWord && name.endsWith('Error') ? name : '';
  const isTitle = end > 1 && name[0] >= 'A' && name[0] <= 'Z';
  return isTitle && (stack[end] === ':' || stack.startsWith(frameStart, end)) ? name : '';
}

function isWordCharacter(character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
    (character >= '0' && character <= '9') || character === '_' || character === '-';
}

function startsWithName(stack, name) {
  if (!stack.startsWith(name)) return false;
  const next = stack[name.length];
  return next === undefined || next === ':' || next === '\n';
}

// In brackets, if there are no frames; a message may hold lines that look like frames.
function formatFrames(context, error, stack, message) {
  const found = typeof message === 'string' ? stack.indexOf(message) : -1;
  const start = stack.indexOf(frameStart, found > 0 ? found + message.length : 0);
  if (start === -1) return `[${stack}]`;
  let frames = stack.slice(start + 1).split('\n');
  frames = withoutFramesOfCause(context, error, frames);
  frames = leaveOutRepeats(context, frames);
  if (context.colors) frames = colorFrames(context, frames);
  return `${stack.slice(0, start)}\n${frames.join('\n')}`;
}

// Frames that the cause has, too, are shown with the cause only.
function withoutFramesOfCause(context, error, frames) {
  let cause;
  try {
    ({ cause } = error);
  } catch {
    return frames;
  }
  if (cause == null || !isError(cause)) return frames;
  const stack = stackOf(context, cause);
  const start = stack.indexOf(frameStart);
  return start === -1 ? frames : leaveOutCommon(context, frames, stack.slice(start + 1).split('\n'));
}

module.exports = { formatError, formatStackProperty, hidesStack };
