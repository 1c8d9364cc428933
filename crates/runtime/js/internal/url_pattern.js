// The web's class URLPattern: https://urlpattern.spec.whatwg.org
'use strict';

const { URL } = require('internal/url');
const { Component } = require('internal/url_pattern/component');
const { cutPattern, kPlain } = require('internal/url_pattern/constructor_string');
const { componentsOf, kComponents, processInit } = require('internal/url_pattern/init');
const { InvalidPattern } = require('internal/url_pattern/parts');
const canonical = require('internal/url_pattern/canonical');

function coded(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

function isObject(value) {
  return typeof value === 'function' || typeof value === 'object' && value !== null;
}

// The members of an object that count: in the order in which they are asked for, and only those that are strings.
const kMembers = ['baseURL', ...kComponents.toSorted()];

function readMembers(object) {
  const init = { __proto__: null };
  for (const name of kMembers) {
    const value = object?.[name];
    if (typeof value === 'string') init[name] = value;
  }
  return init;
}

// The forms are (input, base, options) and (input, options).
function readArguments(input, second, third, count) {
  if (input !== undefined && input !== null && typeof input !== 'string' && !isObject(input)) {
    throw coded('ERR_INVALID_ARG_TYPE', 'Input must be an object or a string');
  }
  let base;
  let options = third;
  if (typeof second === 'string' || count > 2) {
    base = `${second}`;
  } else if (second !== undefined && second !== null && !isObject(second)) {
    throw coded('ERR_INVALID_ARG_TYPE', 'second argument must be a string or object');
  } else {
    options = second;
  }
  if (options !== undefined && options !== null && !isObject(options)) {
    throw coded('ERR_INVALID_ARG_TYPE', 'options must be an object');
  }
  return { base, ignoreCase: Boolean(options?.ignoreCase) };
}

function readPattern(input, base) {
  let init;
  if (typeof input === 'string') {
    init = cutPattern(input);
    if (base === undefined && init.protocol === undefined) throw new InvalidPattern();
    if (base !== undefined) init.baseURL = base;
  } else {
    if (base !== undefined) throw new InvalidPattern();
    init = readMembers(input);
  }
  const pattern = processInit(init, true);
  for (const name of kComponents) pattern[name] ??= '*';
  if (pattern.port !== '' && canonical.kDefaultPorts[pattern.protocol] === pattern.port) pattern.port = '';
  return pattern;
}

function hostForm(hostname, protocol) {
  if (/^(?:\[|\{\[|\\\[)/.test(hostname)) return canonical.ipv6;
  return protocol.matchesSpecialScheme() ? canonical.domain : canonical.hostname;
}

function compile(pattern, ignoreCase) {
  const plain = (name, form = canonical[name]) => new Component(pattern[name], kPlain, (text) => form(text));
  const protocol = plain('protocol');
  const host = { __proto__: null, delimiter: '.', prefix: '', ignoreCase: false };
  const free = { __proto__: null, delimiter: '', prefix: '', ignoreCase };
  const path = { __proto__: null, delimiter: '/', prefix: '/', ignoreCase };
  return {
    __proto__: null,
    protocol,
    username: plain('username'),
    password: plain('password'),
    hostname: new Component(pattern.hostname, host, hostForm(pattern.hostname, protocol)),
    port: plain('port'),
    pathname: protocol.matchesSpecialScheme() ?
      new Component(pattern.pathname, path, canonical.pathname) :
      new Component(pattern.pathname, free, canonical.opaquePathname),
    search: new Component(pattern.search, free, canonical.search),
    hash: new Component(pattern.hash, free, canonical.hash),
  };
}

// What is to be matched: the components of a URL, or null for something that is none. `inputs` gets what was read.
function readUrl(input, base, inputs) {
  if (typeof input === 'string') {
    const url = URL.parse(input, base === undefined ? undefined : `${base}`);
    inputs.push(input);
    if (typeof base === 'string') inputs.push(base);
    return url === null ? null : componentsOf(url);
  }
  const members = readMembers(input);
  inputs.push({ ...members });
  try {
    return processInit(members, false);
  } catch (error) {
    if (error instanceof InvalidPattern) return null;
    throw error;
  }
}

function checkInput(input, base, name) {
  if (input !== undefined && input !== null && typeof input !== 'string' && !isObject(input)) {
    throw coded('ERR_INVALID_ARG_TYPE', 'URLPattern input needs to be a string or an object');
  }
  if (base !== undefined && base !== null && typeof base !== 'string') {
    throw coded('ERR_INVALID_ARG_TYPE', 'baseURL must be a string');
  }
  if (base !== undefined && typeof input !== 'string') {
    throw coded('ERR_OPERATION_FAILED', `Failed to ${name} URLPattern`);
  }
}

// Puts the components on an object that is there already, out of the reach of scripts.
class Given {
  constructor(object) {
    return object;
  }
}

class Pattern extends Given {
  #components;

  constructor(object, components) {
    super(object);
    this.#components = components;
  }

  static of(object) {
    if (!isObject(object) || !(#components in object)) throw new TypeError('Illegal invocation');
    return object.#components;
  }
}

function URLPattern() {
  if (new.target === undefined) {
    throw coded('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  }
  const { 0: input, 1: second, 2: third } = arguments;
  const { base, ignoreCase } = readArguments(input, second, third, arguments.length);
  let components;
  try {
    components = compile(readPattern(input, base), ignoreCase);
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error;
    throw coded('ERR_INVALID_URL_PATTERN', 'Failed to construct URLPattern');
  }
  new Pattern(this, components);
  require('internal/messaging/marks').markAsUncloneable(this);
}

const methods = {
  exec(input, baseURL) {
    const components = Pattern.of(this);
    checkInput(input, baseURL, 'exec');
    const inputs = [];
    const url = readUrl(input, baseURL, inputs);
    if (url === null) return null;
    const result = { __proto__: null, hash: null, hostname: null, inputs };
    for (const name of kComponents.toSorted()) {
      const match = components[name].match(url[name]);
      if (match === null) return null;
      result[name] = match;
    }
    return result;
  },

  test(input, baseURL) {
    const components = Pattern.of(this);
    checkInput(input, baseURL, 'test');
    const url = readUrl(input, baseURL, []);
    return url !== null && kComponents.every((name) => components[name].test(url[name]));
  },
};

function defineGetter(name, get) {
  Object.defineProperty(get, 'name', { __proto__: null, value: '', configurable: true });
  Object.defineProperty(URLPattern.prototype, name, {
    __proto__: null, get, set: undefined, enumerable: true, configurable: false,
  });
}

for (const name of kComponents) {
  defineGetter(name, { get() { return Pattern.of(this)[name].text; } }.get);
}
defineGetter('hasRegExpGroups', {
  get() {
    const components = Pattern.of(this);
    return kComponents.some((name) => components[name].hasExpressions);
  },
}.get);
for (const name of Object.keys(methods)) URLPattern.prototype[name] = methods[name];
Object.defineProperty(URLPattern.prototype, Symbol.toStringTag, {
  __proto__: null, value: 'URLPattern', configurable: true,
});

module.exports = { URLPattern };
