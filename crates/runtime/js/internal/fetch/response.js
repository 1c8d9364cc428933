// The web's class Response.
'use strict';

const { HeaderList, adopt, fill } = require('internal/fetch/headers');
const { defineReading, extractBody } = require('internal/fetch/body');
const { finishClass, illegalInvocation, isObject, requireArguments, typeError } = require('internal/fetch/web_idl');
const { markAsUncloneable } = require('internal/messaging/marks');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const kWithoutBody = [101, 103, 204, 205, 304];
const kRedirects = [301, 302, 303, 307, 308];
const kNothing = {};

function checkInit(init) {
  if (init !== undefined && init !== null && !isObject(init)) {
    throw typeError(`undefined: Expected ${String(init)} to be one of: Null, Undefined, Object.`);
  }
  const status = init?.status === undefined ? 200 : toStatus(init.status);
  const statusText = init?.statusText === undefined ? '' : `${init.statusText}`;
  if (status < 200 || status > 599) {
    throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  }
  if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw typeError('Invalid statusText');
  return { status, statusText, headers: init?.headers };
}

// An unsigned number of 16 bits.
function toStatus(value) {
  return Math.trunc(Number(value)) & 0xffff;
}

let isResponse;
let stateOf;
let makeResponse;

function check(value) {
  if (!isResponse(value)) throw illegalInvocation();
}

class Response {
  #list = new HeaderList();
  #headers = adopt(this.#list);
  #body = null;
  #status = 200;
  #statusText = '';
  #type = 'default';
  #urls = [];

  static {
    isResponse = (value) => isObject(value) && #list in value;
    // What fetch() gives: `urls` are those that led to it.
    makeResponse = ({ status, statusText, list, body, urls }) => {
      const response = new Response(kNothing);
      response.#status = status;
      response.#statusText = statusText;
      response.#list = list;
      response.#headers = adopt(list, true);
      response.#body = body;
      response.#urls = urls;
      response.#type = 'basic';
      return response;
    };
    stateOf = (response) => (isResponse(response) ? { body: response.#body, list: response.#list } : undefined);
  }

  constructor(body = null, init = undefined) {
    markAsUncloneable(this);
    if (body === kNothing) return;
    const { status, statusText, headers } = checkInit(init);
    this.#status = status;
    this.#statusText = statusText;
    if (headers !== undefined) fill(this.#headers, headers);
    if (body === null || body === undefined) return;
    if (kWithoutBody.includes(status)) throw typeError(`Response constructor: Invalid response status code ${status}`);
    this.#take(extractBody(body));
  }

  #take({ body, type }) {
    this.#body = body;
    if (type !== null && !this.#list.has('content-type')) this.#list.append('content-type', type);
  }

  static error() {
    const response = new Response(kNothing);
    response.#type = 'error';
    response.#status = 0;
    response.#headers = adopt(response.#list, true);
    return response;
  }

  static json(data, init = undefined) {
    requireArguments(arguments, 1, 'Response.json');
    const text = JSON.stringify(data);
    if (text === undefined) throw typeError('Value is not JSON serializable');
    const { status, statusText, headers } = checkInit(init);
    const response = new Response(kNothing);
    response.#status = status;
    response.#statusText = statusText;
    if (headers !== undefined) fill(response.#headers, headers);
    if (kWithoutBody.includes(status)) throw typeError(`Response constructor: Invalid response status code ${status}`);
    response.#take({ body: extractBody(text).body, type: 'application/json' });
    return response;
  }

  static redirect(url, status = 302) {
    requireArguments(arguments, 1, 'Response.redirect');
    const number = toStatus(status);
    const parsed = require('internal/url').URL.parse(`${url}`);
    if (parsed === null) {
      throw new TypeError(`Failed to parse URL from ${url}`, { __proto__: null, cause: new TypeError('Invalid URL') });
    }
    if (!kRedirects.includes(number)) throw new RangeError(`Invalid status code ${number}`);
    const response = new Response(kNothing);
    response.#status = number;
    response.#list.append('location', parsed.href);
    response.#headers = adopt(response.#list, true);
    return response;
  }

  get type() {
    check(this);
    return this.#type;
  }

  get url() {
    check(this);
    const last = this.#urls.at(-1);
    return last === undefined ? '' : last.replace(/#.*/s, '');
  }

  get redirected() {
    check(this);
    return this.#urls.length > 1;
  }

  get status() {
    check(this);
    return this.#status;
  }

  get ok() {
    check(this);
    const status = this.#status;
    return status >= 200 && status <= 299;
  }

  get statusText() {
    check(this);
    return this.#statusText;
  }

  get headers() {
    check(this);
    return this.#headers;
  }

  get body() {
    check(this);
    const body = this.#body;
    return body === null ? null : body.stream;
  }

  get bodyUsed() {
    check(this);
    return this.#body?.isUsed === true;
  }

  clone() {
    check(this);
    if (this.#body?.isUnusable) throw typeError('Response.clone: Body has already been consumed.');
    const copy = new Response(kNothing);
    copy.#status = this.#status;
    copy.#statusText = this.#statusText;
    copy.#type = this.#type;
    copy.#urls = this.#urls.slice();
    copy.#list = new HeaderList(this.#list);
    copy.#headers = adopt(copy.#list);
    copy.#body = this.#body === null ? null : this.#body.clone();
    return copy;
  }

  [kInspect](depth, options) {
    const { status, statusText, headers, body, bodyUsed, ok, redirected, type, url } = this;
    const shown = { status, statusText, headers, body, bodyUsed, ok, redirected, type, url };
    return `Response ${require('internal/util/inspect').inspect(shown, { ...options, depth: options.depth ?? 2 })}`;
  }
}

defineReading(Response, stateOf);
finishClass(Response);

module.exports = { Response, makeResponse };
