// What an object is called: its constructor's name, its tag, the heads of functions and classes.
'use strict';

const { getConstructorName: engineClassName } = binding('util');
const { isAsyncFunction, isGeneratorFunction } = require('internal/util/types');
const core = require('internal/util/inspect/value');

// Names of the language's own classes; a class of the user's with such a name counts as one.
const builtInNames = new Set(
  ('AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date ' +
   'Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity ' +
   'Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy ' +
   'RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError ' +
   'Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet').split(' '));

// Names of prototypes whose `constructor` may have been replaced by something that is no function.
const knownPrototypes = new Map([
  [Array.prototype, ['Array', Array]],
  [ArrayBuffer.prototype, ['ArrayBuffer', ArrayBuffer]],
  [Function.prototype, ['Function', Function]],
  [Map.prototype, ['Map', Map]],
  [Set.prototype, ['Set', Set]],
  [Object.prototype, ['Object', Object]],
  [Object.getPrototypeOf(Uint8Array.prototype), ['TypedArray', Object.getPrototypeOf(Uint8Array)]],
  [RegExp.prototype, ['RegExp', RegExp]],
  [Date.prototype, ['Date', Date]],
  [DataView.prototype, ['DataView', DataView]],
  [Error.prototype, ['Error', Error]],
  [Boolean.prototype, ['Boolean', Boolean]],
  [Number.prototype, ['Number', Number]],
  [String.prototype, ['String', String]],
  [Promise.prototype, ['Promise', Promise]],
  [WeakMap.prototype, ['WeakMap', WeakMap]],
  [WeakSet.prototype, ['WeakSet', WeakSet]],
]);

const hasInstance = Function.prototype[Symbol.hasInstance];

// Like `instanceof`, but without calling a Symbol.hasInstance of the user's.
function isInstance(object, constructor) {
  try {
    return hasInstance.call(constructor, object);
  } catch {
    // The `prototype` of a function may be anything, or a getter that throws.
    return false;
  }
}

// The name of the function that `object` is an instance of; null if its prototype is null.
// With `protoProperties`, an array, the properties of the prototypes of its class are added there.
function constructorName(object, context, depth, protoProperties) {
  let firstPrototype;
  for (let current = object; current !== null; current = Object.getPrototypeOf(current)) {
    if (current !== object && firstPrototype === undefined) firstPrototype = current;
    const name = ownConstructorName(current, object);
    if (name === undefined) continue;
    if (protoProperties !== undefined && (firstPrototype !== current || !builtInNames.has(name))) {
      require('internal/util/inspect/properties')
        .addPrototypeProperties(context, object, firstPrototype ?? object, depth, protoProperties);
    }
    return String(name);
  }
  if (firstPrototype === undefined) return null;
  return complexPrototypeName(object, firstPrototype, context, depth, protoProperties);
}

function ownConstructorName(holder, object) {
  const descriptor = Object.getOwnPropertyDescriptor(holder, 'constructor');
  if (descriptor !== undefined) {
    const { value } = descriptor;
    if (typeof value === 'function' && value.name !== '' && isInstance(object, value)) return value.name;
  }
  const known = knownPrototypes.get(holder);
  return known !== undefined && isInstance(object, known[1]) ? known[0] : undefined;
}

// For objects whose prototypes know no constructor: 'Object <[Object: null prototype] {}>'.
function complexPrototypeName(object, prototype, context, depth, protoProperties) {
  const name = engineClassName(object);
  if (context.depth !== null && depth > context.depth) return `${name} <Complex prototype>`;
  const inner = constructorName(prototype, context, depth + 1, protoProperties);
  if (inner !== null) return `${name} <${inner}>`;
  const { inspect } = require('internal/util/inspect');
  return `${name} <${inspect(prototype, { ...context, customInspect: false, depth: -1 })}>`;
}

// Symbol.toStringTag, where it says something that is not shown anyhow.
function getTag(value, context) {
  let tag;
  try {
    tag = value[Symbol.toStringTag];
  } catch {
    return '';
  }
  if (typeof tag !== 'string' || tag === '') return '';
  const isShown = context.showHidden ?
    Object.hasOwn(value, Symbol.toStringTag) :
    Object.prototype.propertyIsEnumerable.call(value, Symbol.toStringTag);
  return isShown ? '' : tag;
}

// 'Foo(2) [Tag] '; `fallback` stands for a missing constructor.
function getPrefix(constructor, tag, fallback, size = '') {
  if (constructor === null) {
    return tag !== '' && fallback !== tag ?
      `[${fallback}${size}: null prototype] [${tag}] ` :
      `[${fallback}${size}: null prototype] `;
  }
  if (tag === '' || constructor === tag) return `${constructor}${size} `;
  // A tag such as 'Intl.Locale' is the constructor's full name.
  return tag.endsWith(`.${constructor}`) && tag.length > constructor.length + 1 ?
    `${tag}${size} ` : `${constructor}${size} [${tag}] `;
}

// The prefix of an object that has no other kind.
function getObjectPrefix(value, constructor, tag) {
  if (constructor !== null) return getPrefix(constructor, tag, 'Object');
  const name = engineClassName(value);
  return getPrefix(null, tag, name === tag ? 'Object' : name);
}

// Whether a function's source is that of a class: nothing takes parameters before its body.
function isClass(source) {
  if (!source.startsWith('class') || !source.endsWith('}')) return false;
  const brace = source.indexOf('{');
  const parenthesis = source.indexOf('(');
  return parenthesis === -1 || brace < parenthesis ? brace !== -1 : hasClassHead(source);
}

// The same, with comments passed over; what follows 'class' is a blank then.
function hasClassHead(source) {
  let isFirst = true;
  for (let i = 'class'.length; i < source.length; i++) {
    const character = source[i];
    if (character === '/' && source[i + 1] === '/') {
      i = source.indexOf('\n', i);
    } else if (character === '/' && source[i + 1] === '*') {
      i = source.indexOf('*/', i + 2) + 1;
    } else {
      if (character === '(' || (isFirst && character.trim() !== '')) return false;
      if (character === '{') return true;
      isFirst = false;
    }
  }
  return false;
}

// '[Function: name]', '[class A extends B]'.
function getFunctionBase(context, value, constructor, tag) {
  if (isClass(Function.prototype.toString.call(value))) return getClassBase(value, constructor, tag);
  let type = 'Function';
  if (isGeneratorFunction(value)) type = `Generator${type}`;
  if (isAsyncFunction(value)) type = `Async${type}`;
  let base = `[${type}`;
  if (constructor === null) base += ' (null prototype)';
  const { name } = value;
  if (name === '') base += ' (anonymous)]';
  else base += `: ${typeof name === 'string' ? name : core.formatValue(context, name)}]`;
  if (constructor !== type && constructor !== null) base += ` ${constructor}`;
  if (tag !== '' && constructor !== tag) base += ` [${tag}]`;
  return base;
}

function getClassBase(value, constructor, tag) {
  const ownName = Object.hasOwn(value, 'name') ? value.name : '';
  const words = ['class', ownName ? String(ownName) : '(anonymous)'];
  if (constructor !== null && constructor !== 'Function') words.push(`[${constructor}]`);
  if (tag !== '' && tag !== constructor) words.push(`[${tag}]`);
  const parent = constructor === null ? '[null prototype]' : Object.getPrototypeOf(value).name;
  if (parent) words.push('extends', parent);
  return `[${words.join(' ')}]`;
}

module.exports = {
  builtInNames,
  isInstance,
  constructorName,
  getTag,
  getPrefix,
  getObjectPrefix,
  getFunctionBase,
};
