// The web's class URLSearchParams.
'use strict';

const { encodeQuery, parseQuery } = require('internal/url/query');

const customInspect = Symbol.for('nodejs.util.inspect.custom');

function throwMissing(...names) {
  const { ERR_MISSING_ARGS } = require('internal/errors').codes;
  throw new ERR_MISSING_ARGS(...names);
}

function throwInvalidThis(name) {
  const { ERR_INVALID_THIS } = require('internal/errors').codes;
  throw new ERR_INVALID_THIS(name);
}

function toText(value) {
  return `${value}`.toWellFormed();
}

let createForURL;
let replaceQuery;
let listOf;
let isParams;
let changed;

class URLSearchParams {
  // Names and values in turn: [name, value, name, value, ...]
  #list;
  // Told of the new query when it changes, where this belongs to a URL.
  #onChange;

  static {
    createForURL = (search, onChange) => {
      const params = new URLSearchParams(search);
      params.#onChange = onChange;
      return params;
    };
    replaceQuery = (params, search) => {
      params.#list = parseQuery(search.slice(1));
    };
    listOf = (params) => params.#list;
    changed = (params) => params.#onChange?.(encodeQuery(params.#list));
    isParams = (value) => typeof value === 'object' && value !== null && #list in value;
  }

  constructor(init = undefined) {
    if (init === undefined) {
      this.#list = [];
    } else if (isObject(init)) {
      this.#list = isParams(init) && init[Symbol.iterator] === this[Symbol.iterator] ?
        init.#list.slice() :
        listOfObject(init);
    } else {
      const text = toText(init);
      this.#list = parseQuery(text[0] === '?' ? text.slice(1) : text);
    }
  }

  get size() {
    checkParams(this);
    return this.#list.length / 2;
  }

  append(name, value) {
    checkParams(this);
    if (arguments.length < 2) throwMissing('name', 'value');
    this.#list.push(toText(name), toText(value));
    changed(this);
  }

  delete(name, value = undefined) {
    checkParams(this);
    if (arguments.length < 1) throwMissing('name');
    name = toText(name);
    if (value !== undefined) value = toText(value);
    const list = this.#list;
    let kept = 0;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) continue;
      list[kept] = list[i];
      list[kept + 1] = list[i + 1];
      kept += 2;
    }
    list.length = kept;
    changed(this);
  }

  get(name) {
    checkParams(this);
    if (arguments.length < 1) throwMissing('name');
    name = toText(name);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name) return list[i + 1];
    }
    return null;
  }

  getAll(name) {
    checkParams(this);
    if (arguments.length < 1) throwMissing('name');
    name = toText(name);
    const list = this.#list;
    const values = [];
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name) values.push(list[i + 1]);
    }
    return values;
  }

  has(name, value = undefined) {
    checkParams(this);
    if (arguments.length < 1) throwMissing('name');
    name = toText(name);
    if (value !== undefined) value = toText(value);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    }
    return false;
  }

  set(name, value) {
    checkParams(this);
    if (arguments.length < 2) throwMissing('name', 'value');
    name = toText(name);
    value = toText(value);
    const list = this.#list;
    let isSet = false;
    let kept = 0;
    for (let i = 0; i < list.length; i += 2) {
      const isMatch = list[i] === name;
      if (isMatch && isSet) continue;
      list[kept] = list[i];
      list[kept + 1] = isMatch ? value : list[i + 1];
      isSet ||= isMatch;
      kept += 2;
    }
    list.length = kept;
    if (!isSet) list.push(name, value);
    changed(this);
  }

  sort() {
    checkParams(this);
    const list = this.#list;
    const pairs = [];
    for (let i = 0; i < list.length; i += 2) pairs.push([list[i], list[i + 1]]);
    pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    for (let i = 0; i < pairs.length; i++) [list[2 * i], list[2 * i + 1]] = pairs[i];
    changed(this);
  }

  entries() {
    checkParams(this);
    return new URLSearchParamsIterator(this, 'entries');
  }

  forEach(callback, thisArg = undefined) {
    checkParams(this);
    require('internal/validators').validateFunction(callback, 'callback');
    for (let i = 0; i < this.#list.length; i += 2) {
      callback.call(thisArg, this.#list[i + 1], this.#list[i], this);
    }
  }

  keys() {
    checkParams(this);
    return new URLSearchParamsIterator(this, 'keys');
  }

  values() {
    checkParams(this);
    return new URLSearchParamsIterator(this, 'values');
  }

  toString() {
    checkParams(this);
    return encodeQuery(this.#list);
  }

  [customInspect](depth, options) {
    checkParams(this);
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    return require('internal/url/inspect').inspectParams(this, this.#list, depth, options);
  }
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function checkParams(value) {
  if (!isParams(value)) throwInvalidThis('URLSearchParams');
}

// The names and values of an iterable of pairs, or of an object's properties.
function listOfObject(object) {
  const method = object[Symbol.iterator];
  if (method == null) return listOfProperties(object);
  if (typeof method !== 'function') {
    const { ERR_ARG_NOT_ITERABLE } = require('internal/errors').codes;
    throw new ERR_ARG_NOT_ITERABLE('Query pairs');
  }
  const list = [];
  for (const pair of object) {
    if (!isObject(pair) || typeof pair[Symbol.iterator] !== 'function') throwBadPair();
    const items = [...pair];
    if (items.length !== 2) throwBadPair();
    list.push(toText(items[0]), toText(items[1]));
  }
  return list;
}

function throwBadPair() {
  const { ERR_INVALID_TUPLE } = require('internal/errors').codes;
  throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
}

function listOfProperties(object) {
  const values = new Map();
  for (const key of Reflect.ownKeys(object)) {
    if (Object.prototype.propertyIsEnumerable.call(object, key)) values.set(toText(key), toText(object[key]));
  }
  return Array.from(values).flat();
}

const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(new Map().keys()));

class URLSearchParamsIterator {
  #params;
  #kind;
  #index = 0;

  constructor(params, kind) {
    this.#params = params;
    this.#kind = kind;
  }

  next() {
    if (typeof this !== 'object' || this === null || !(#params in this)) {
      throwInvalidThis('URLSearchParamsIterator');
    }
    const list = listOf(this.#params);
    if (this.#index >= list.length) return { done: true, value: undefined };
    const value = itemAt(list, this.#index, this.#kind);
    this.#index += 2;
    return { done: false, value };
  }

  [customInspect](depth, options) {
    if (!(#params in this)) throwInvalidThis('URLSearchParamsIterator');
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const list = listOf(this.#params);
    const items = [];
    for (let i = this.#index; i < list.length; i += 2) items.push(itemAt(list, i, this.#kind));
    return require('internal/url/inspect').inspectIterator(this, items, depth, options);
  }
}

function itemAt(list, index, kind) {
  if (kind === 'keys') return list[index];
  return kind === 'values' ? list[index + 1] : [list[index], list[index + 1]];
}

Object.setPrototypeOf(URLSearchParamsIterator.prototype, IteratorPrototype);
delete URLSearchParamsIterator.prototype.constructor;
Object.defineProperties(URLSearchParamsIterator.prototype, {
  next: { __proto__: null, enumerable: true },
  [Symbol.toStringTag]: { __proto__: null, value: 'URLSearchParams Iterator', configurable: true },
});

for (const name of Object.getOwnPropertyNames(URLSearchParams.prototype)) {
  if (name !== 'constructor') {
    Object.defineProperty(URLSearchParams.prototype, name, { __proto__: null, enumerable: true });
  }
}
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.toStringTag]: { __proto__: null, value: 'URLSearchParams', configurable: true },
  [Symbol.iterator]: { __proto__: null, value: URLSearchParams.prototype.entries, writable: true, configurable: true },
});

module.exports = { URLSearchParams, createForURL, replaceQuery };
