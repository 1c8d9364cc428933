// The properties of objects: which ones are shown, and 'name: value' of one.
'use strict';

const extraKeys = require('internal/util/extra_keys');
const { kObject, kArray } = require('internal/util/inspect/layout');
const { escapeText, formatPrimitive, quote } = require('internal/util/inspect/primitives');
const { builtInNames } = require('internal/util/inspect/names');
const { getStringWidth } = require('internal/util/string_width');
const core = require('internal/util/inspect/value');

function getKeys(value, showHidden) {
  const symbols = Object.getOwnPropertySymbols(value);
  if (showHidden) {
    const keys = Object.getOwnPropertyNames(value);
    if (symbols.length !== 0) keys.push(...symbols);
    return keys;
  }
  let keys;
  try {
    keys = Object.keys(value);
  } catch {
    // A module namespace that is not yet initialized cannot tell what is enumerable: all is.
    keys = Object.getOwnPropertyNames(value);
  }
  for (const symbol of symbols) {
    if (Object.prototype.propertyIsEnumerable.call(value, symbol)) keys.push(symbol);
  }
  return keys;
}

// The keys of an array besides its items.
function getExtraKeys(value, showHidden) {
  return extraKeys.getExtraKeys(value, !showHidden);
}

// Names that need no quotes: letters, digits and _, no digit in front.
function isPlainName(key) {
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
    if (!isLetter && (i === 0 || code < 48 || code > 57)) return false;
  }
  return key !== '';
}

function formatKey(context, key, isHidden) {
  let name;
  if (typeof key === 'symbol') name = context.stylize(escapeText(key.toString()), 'symbol');
  else if (key === '__proto__') name = "['__proto__']";
  else if (isPlainName(key)) name = context.stylize(key, 'name');
  else name = context.stylize(quote(key), 'string');
  return isHidden ? `[${name}]` : name;
}

// `receiver` is the object that getters are called on, if it is not `value` itself.
function formatProperty(context, value, depth, key, kind, descriptor, receiver = value) {
  descriptor ??= Object.getOwnPropertyDescriptor(value, key) ??
    { __proto__: null, value: value[key], configurable: true, enumerable: true };
  let gap = ' ';
  let text;
  if (descriptor.value !== undefined) {
    const indentation = context.compact !== true || kind !== kObject ? 2 : 3;
    context.indentationLvl += indentation;
    text = core.formatValue(context, descriptor.value, depth);
    if (indentation === 3 && context.breakLength < getStringWidth(text, context.colors)) {
      gap = `\n${' '.repeat(context.indentationLvl)}`;
    }
    context.indentationLvl -= indentation;
  } else if (descriptor.get !== undefined) {
    text = formatGetter(context, descriptor, depth, receiver);
  } else if (descriptor.set !== undefined) {
    text = context.stylize('[Setter]', 'special');
  } else {
    text = context.stylize('undefined', 'undefined');
  }
  if (kind === kArray) return text;
  return `${formatKey(context, key, descriptor.enumerable === false)}:${gap}${text}`;
}

function isGetterWanted(getters, hasSetter) {
  return getters === true || (getters === 'get' && !hasSetter) || (getters === 'set' && hasSetter);
}

function formatGetter(context, descriptor, depth, receiver) {
  const hasSetter = descriptor.set !== undefined;
  const label = hasSetter ? 'Getter/Setter' : 'Getter';
  const { stylize } = context;
  if (!context.getters || !isGetterWanted(context.getters, hasSetter)) {
    return stylize(`[${label}]`, 'special');
  }
  const { indentationLvl } = context;
  try {
    const value = descriptor.get.call(receiver);
    context.indentationLvl += 2;
    if (value !== null && (typeof value === 'object' || typeof value === 'function')) {
      return `${stylize(`[${label}]`, 'special')} ${core.formatValue(context, value, depth)}`;
    }
    const text = value === null ? stylize('null', 'null') : formatPrimitive(stylize, value, context);
    return `${stylize(`[${label}:`, 'special')} ${text}${stylize(']', 'special')}`;
  } catch (error) {
    context.indentationLvl = indentationLvl + 2;
    const text = `<Inspection threw (${core.formatValue(context, error, depth)})>`;
    return `${stylize(`[${label}:`, 'special')} ${text}${stylize(']', 'special')}`;
  } finally {
    context.indentationLvl = indentationLvl;
  }
}

// Of at most so many classes.
const maxPrototypes = 3;

// Adds what the prototypes of the user's own classes hold, methods aside, to `entries`.
function addPrototypeProperties(context, object, prototype, depth, entries) {
  const overridden = new Set();
  for (let level = 0; level < maxPrototypes; level++) {
    if (level !== 0 || object === prototype) {
      prototype = Object.getPrototypeOf(prototype);
      if (prototype === null) return;
      const descriptor = Object.getOwnPropertyDescriptor(prototype, 'constructor');
      if (typeof descriptor?.value === 'function' && builtInNames.has(descriptor.value.name)) return;
    }
    const keys = Reflect.ownKeys(prototype);
    context.seen.push(object);
    for (const key of keys) {
      if (key === 'constructor' || Object.hasOwn(object, key) || overridden.has(key)) continue;
      const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
      if (typeof descriptor.value === 'function') continue;
      const entry = formatProperty(context, prototype, depth, key, kObject, descriptor, object);
      entries.push(context.colors ? `\u001b[2m${entry}\u001b[22m` : entry);
    }
    context.seen.pop();
    for (const key of keys) overridden.add(key);
  }
}

module.exports = { getKeys, getExtraKeys, formatProperty, addPrototypeProperties };
