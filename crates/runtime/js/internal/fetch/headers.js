// The web's class Headers.
'use strict';

const {
  definePairs, finishClass, illegalInvocation, isObject, requireArguments, toByteString, typeError,
} = require('internal/fetch/web_idl');
const { markAsUncloneable } = require('internal/messaging/marks');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const kToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const kUnused = {};

function isInvalidValue(value) {
  return /[\0\r\n]/.test(value);
}

// Fields by their names in lower case; those that set cookies stay apart from each other.
class HeaderList {
  constructor(other = undefined) {
    this.fields = new Map(other === undefined ? [] : other.fields);
    this.cookies = other === undefined ? [] : other.cookies.slice();
    this.sorted = null;
  }

  append(name, value) {
    this.sorted = null;
    const key = name.toLowerCase();
    const field = this.fields.get(key);
    if (key === 'set-cookie') this.cookies.push(value);
    if (field === undefined) {
      this.fields.set(key, { name, value });
    } else {
      const joint = key === 'cookie' ? '; ' : ', ';
      this.fields.set(key, { name: field.name, value: `${field.value}${joint}${value}` });
    }
  }

  set(name, value) {
    this.sorted = null;
    const key = name.toLowerCase();
    if (key === 'set-cookie') this.cookies = [value];
    this.fields.set(key, { name, value });
  }

  delete(name) {
    this.sorted = null;
    const key = name.toLowerCase();
    if (key === 'set-cookie') this.cookies = [];
    this.fields.delete(key);
  }

  get(name) {
    return this.fields.get(name.toLowerCase())?.value ?? null;
  }

  has(name) {
    return this.fields.has(name.toLowerCase());
  }

  // As scripts see them: by name, each cookie by itself.
  pairs() {
    if (this.sorted !== null) return this.sorted;
    const pairs = [];
    for (const key of Array.from(this.fields.keys()).sort()) {
      if (key === 'set-cookie') for (const cookie of this.cookies) pairs.push([key, cookie]);
      else pairs.push([key, this.fields.get(key).value]);
    }
    this.sorted = pairs;
    return pairs;
  }
}

function checkName(name, what) {
  if (!kToken.test(name)) throw typeError(`${what}: "${name}" is an invalid header name.`);
}

function append(headers, name, value) {
  const trimmed = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
  checkName(name, 'Headers.append');
  if (isInvalidValue(trimmed)) throw typeError(`Headers.append: "${trimmed}" is an invalid header value.`);
  guardOf(headers);
  listOf(headers).append(name, trimmed);
}

function fillFromSequence(headers, init) {
  let index = 0;
  for (const pair of init) {
    if (!isObject(pair) || typeof pair[Symbol.iterator] !== 'function') {
      throw typeError(`Headers constructor: init[${index}] (${String(pair)}) is not iterable.`);
    }
    const values = Array.from(pair, toByteString);
    if (values.length !== 2) {
      throw typeError(`Headers constructor: expected name/value pair to be length 2, found ${values.length}.`);
    }
    append(headers, values[0], values[1]);
    index++;
  }
}

function fill(headers, init) {
  if (isHeaders(init) && init[Symbol.iterator] === Headers.prototype.entries) {
    const list = listOf(init);
    for (const { 0: name, 1: value } of list.pairs()) append(headers, list.fields.get(name).name, value);
    return;
  }
  if (!isObject(init)) {
    throw typeError('Headers constructor: Argument 1 could not be converted to one of: ' +
      'sequence<sequence<ByteString>>, record<ByteString, ByteString>.');
  }
  if (typeof init[Symbol.iterator] === 'function') {
    fillFromSequence(headers, init);
    return;
  }
  for (const key of Reflect.ownKeys(init)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(init, key);
    if (descriptor?.enumerable) append(headers, toByteString(key), toByteString(init[key]));
  }
}

let isHeaders;
let listOf;
let guardOf;
let adopt;

class Headers {
  #list = new HeaderList();
  #isImmutable = false;

  static {
    isHeaders = (value) => isObject(value) && #list in value;
    listOf = (headers) => {
      if (!isHeaders(headers)) throw illegalInvocation();
      return headers.#list;
    };
    guardOf = (headers) => {
      if (headers.#isImmutable) throw typeError('immutable');
    };
    // Headers that show a list of somebody else's.
    adopt = (list, isImmutable = false) => {
      const headers = new Headers(kUnused);
      headers.#list = list;
      headers.#isImmutable = isImmutable;
      return headers;
    };
  }

  constructor(init = undefined) {
    markAsUncloneable(this);
    if (init !== undefined && init !== kUnused) fill(this, init);
  }

  append(name, value) {
    listOf(this);
    requireArguments(arguments, 2, 'Headers.append');
    append(this, toByteString(name), toByteString(value));
  }

  delete(name) {
    const list = listOf(this);
    requireArguments(arguments, 1, 'Headers.delete');
    const key = toByteString(name);
    checkName(key, 'Headers.delete');
    guardOf(this);
    list.delete(key);
  }

  get(name) {
    const list = listOf(this);
    requireArguments(arguments, 1, 'Headers.get');
    const key = toByteString(name);
    checkName(key, 'Headers.get');
    return list.get(key);
  }

  has(name) {
    const list = listOf(this);
    requireArguments(arguments, 1, 'Headers.has');
    const key = toByteString(name);
    checkName(key, 'Headers.has');
    return list.has(key);
  }

  set(name, value) {
    const list = listOf(this);
    requireArguments(arguments, 2, 'Headers.set');
    const key = toByteString(name);
    const text = toByteString(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    checkName(key, 'Headers.set');
    if (isInvalidValue(text)) throw typeError(`Headers.set: "${text}" is an invalid header value.`);
    guardOf(this);
    list.set(key, text);
  }

  getSetCookie() {
    return listOf(this).cookies.slice();
  }

  [kInspect](depth, options) {
    const shown = {};
    for (const { name, value } of listOf(this).fields.values()) shown[name] = value;
    return `Headers ${require('internal/util/inspect').inspect(shown, { ...options, depth: options.depth ?? depth })}`;
  }
}
definePairs(Headers, (headers) => listOf(headers).pairs());
finishClass(Headers);

module.exports = { HeaderList, Headers, adopt, fill, isHeaders, listOf };
