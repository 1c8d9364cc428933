// The web's class Request.
'use strict';

const { HeaderList, adopt, fill } = require('internal/fetch/headers');
const { defineReading, extractBody } = require('internal/fetch/body');
const {
  finishClass, illegalInvocation, isObject, requireArguments, toByteString, toUsvString, typeError,
} = require('internal/fetch/web_idl');
const { markAsUncloneable } = require('internal/messaging/marks');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const kNothing = {};
const kNormalized = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const kForbidden = ['CONNECT', 'TRACE', 'TRACK'];
// What can be chosen: names, and what is chosen if nobody does.
const kChoices = {
  __proto__: null,
  referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin',
                   'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  mode: ['navigate', 'same-origin', 'no-cors', 'cors'],
  credentials: ['omit', 'same-origin', 'include'],
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'manual', 'error'],
  duplex: ['half'],
};
const kDefaults = {
  __proto__: null,
  method: 'GET',
  referrer: 'about:client',
  referrerPolicy: '',
  mode: 'cors',
  credentials: 'same-origin',
  cache: 'default',
  redirect: 'follow',
  integrity: '',
  keepalive: false,
};

// The URL that a text is, or an error that says what was wrong with what.
function toUrl(text, message) {
  try {
    return new (require('internal/url').URL)(text);
  } catch (cause) {
    throw new TypeError(message, { __proto__: null, cause });
  }
}

function parseUrl(input) {
  const url = toUrl(input, `Failed to parse URL from ${input}`);
  if (url.username !== '' || url.password !== '') {
    throw typeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
  }
  return url.href;
}

function readMethod(given) {
  const method = toByteString(given);
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) throw typeError(`'${method}' is not a valid HTTP method.`);
  const upper = method.toUpperCase();
  if (kForbidden.includes(upper)) throw typeError(`'${method}' HTTP method is unsupported.`);
  if (kNormalized.includes(upper)) return upper;
  if (method === 'patch') {
    process.emitWarning('Using `patch` is highly likely to result in a `405 Method Not Allowed`. ' +
      '`PATCH` is much more likely to succeed.', { __proto__: null, code: 'UNDICI-FETCH-patch' });
  }
  return method;
}

function readReferrer(given) {
  const text = toUsvString(given);
  if (text === '') return 'no-referrer';
  return toUrl(text, `Referrer "${text}" is not a valid URL.`).href;
}

function readSignal(given) {
  const { AbortSignal } = require('internal/abort_controller');
  if (given !== null && !(given instanceof AbortSignal)) {
    throw typeError(`RequestInit: Expected signal ("${String(given)}") to be an instance of AbortSignal.`);
  }
  return given;
}

function checkInit(init) {
  if (init !== undefined && init !== null && !isObject(init)) {
    throw typeError(`undefined: Expected ${String(init)} to be one of: Null, Undefined, Object.`);
  }
  const read = { __proto__: null };
  for (const name of ['method', 'headers', 'body', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache',
                      'redirect', 'integrity', 'keepalive', 'signal', 'window', 'duplex']) {
    const value = init?.[name];
    if (value !== undefined) read[name] = value;
  }
  for (const name of Object.keys(kChoices)) {
    if (read[name] === undefined) continue;
    read[name] = `${read[name]}`;
    if (!kChoices[name].includes(read[name])) {
      const names = kChoices[name].join(', ');
      throw typeError(`undefined: ${read[name]} is not an accepted type. Expected one of ${names}.`);
    }
  }
  return read;
}

// What the request asks for, of what it is made after and what is given beside it.
function settingsFor(base, init) {
  if (init.window !== undefined && init.window !== null) throw typeError("'window' option 'client' must be null");
  if (init.mode === 'navigate') throw typeError('Request constructor: invalid request mode navigate.');
  const settings = { ...kDefaults, ...base };
  if (init.referrer !== undefined) settings.referrer = readReferrer(init.referrer);
  for (const name of ['referrerPolicy', 'mode', 'credentials', 'cache', 'redirect']) {
    if (init[name] !== undefined) settings[name] = init[name];
  }
  if (settings.cache === 'only-if-cached' && settings.mode !== 'same-origin') {
    throw typeError("'only-if-cached' can be set only with 'same-origin' mode");
  }
  if (init.integrity !== undefined) settings.integrity = `${init.integrity}`;
  if (init.keepalive !== undefined) settings.keepalive = Boolean(init.keepalive);
  if (init.method !== undefined) settings.method = readMethod(init.method);
  return settings;
}

let isRequest;
let stateOf;

function check(value) {
  if (!isRequest(value)) throw illegalInvocation();
}

class Request {
  #list = new HeaderList();
  #headers = adopt(this.#list);
  #url = '';
  #settings = kDefaults;
  #body = null;
  #source = null;
  #signal = null;

  static {
    isRequest = (value) => isObject(value) && #list in value;
    stateOf = (request) => {
      if (!isRequest(request)) return undefined;
      return { body: request.#body, list: request.#list, settings: request.#settings };
    };
  }

  constructor(input, init = undefined) {
    markAsUncloneable(this);
    if (input === kNothing) return;
    requireArguments(arguments, 1, 'Request constructor');
    const read = checkInit(init);
    const other = isRequest(input) ? input : null;
    this.#url = other === null ? parseUrl(toUsvString(input)) : other.#url;
    this.#source = other === null ? null : other.signal;
    this.#settings = settingsFor(other === null ? undefined : other.#settings, read);
    if (read.signal !== undefined) this.#source = readSignal(read.signal);
    if (read.headers !== undefined) {
      fill(this.#headers, read.headers);
    } else if (other !== null) {
      this.#list = new HeaderList(other.#list);
      this.#headers = adopt(this.#list);
    }
    this.#takeBody(read, other);
  }

  #takeBody(init, other) {
    const isGiven = init.body !== undefined && init.body !== null;
    if ((isGiven || other !== null && other.#body !== null) && ['GET', 'HEAD'].includes(this.#settings.method)) {
      throw typeError('Request with GET/HEAD method cannot have body.');
    }
    if (isGiven) {
      const { body, type, isStream } = extractBody(init.body);
      if (isStream && this.#settings.keepalive) throw typeError('keepalive');
      if (isStream && init.duplex === undefined) {
        throw typeError('RequestInit: duplex option is required when sending a body.');
      }
      this.#body = body;
      if (type !== null && !this.#list.has('content-type')) this.#list.append('content-type', type);
    } else if (init.body === undefined && other !== null && other.#body !== null) {
      if (other.#body.isUnusable) {
        throw typeError('Cannot construct a Request with a Request object that has already been used.');
      }
      this.#body = other.#body.moveTo();
    }
  }

  get method() {
    check(this);
    return this.#settings.method;
  }

  get url() {
    check(this);
    return this.#url;
  }

  get headers() {
    check(this);
    return this.#headers;
  }

  get destination() {
    check(this);
    return '';
  }

  get referrer() {
    check(this);
    const { referrer } = this.#settings;
    return referrer === 'no-referrer' ? '' : referrer;
  }

  get referrerPolicy() {
    check(this);
    return this.#settings.referrerPolicy;
  }

  get mode() {
    check(this);
    return this.#settings.mode;
  }

  get credentials() {
    check(this);
    return this.#settings.credentials;
  }

  get cache() {
    check(this);
    return this.#settings.cache;
  }

  get redirect() {
    check(this);
    return this.#settings.redirect;
  }

  get integrity() {
    check(this);
    return this.#settings.integrity;
  }

  get keepalive() {
    check(this);
    return this.#settings.keepalive;
  }

  get isReloadNavigation() {
    check(this);
    return false;
  }

  get isHistoryNavigation() {
    check(this);
    return false;
  }

  // One of its own, which follows the one that was given.
  get signal() {
    check(this);
    const { AbortController, AbortSignal } = require('internal/abort_controller');
    this.#signal ??= this.#source === null ? new AbortController().signal : AbortSignal.any([this.#source]);
    return this.#signal;
  }

  get body() {
    check(this);
    return this.#body === null ? null : this.#body.stream;
  }

  get bodyUsed() {
    check(this);
    return this.#body?.isUsed === true;
  }

  get duplex() {
    check(this);
    return 'half';
  }

  clone() {
    check(this);
    if (this.#body?.isUnusable) throw typeError('unusable');
    const copy = new Request(kNothing);
    copy.#url = this.#url;
    copy.#settings = this.#settings;
    copy.#source = this.signal;
    copy.#list = new HeaderList(this.#list);
    copy.#headers = adopt(copy.#list);
    copy.#body = this.#body === null ? null : this.#body.clone();
    return copy;
  }

  [kInspect](depth, options) {
    const shown = {};
    for (const name of ['method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials',
                        'cache', 'redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation',
                        'signal']) {
      shown[name] = this[name];
    }
    return `Request ${require('internal/util/inspect').inspect(shown, { ...options, depth: options.depth ?? 2 })}`;
  }
}
defineReading(Request, stateOf);
finishClass(Request);

module.exports = { Request, stateOf };
