// Header fields: as objects and lists of a script, and as the one text that the binding takes and gives.
'use strict';

const { codes } = require('internal/errors');
const { hasInvalidCharacter, isToken } = require('internal/http/header_fields');

const sensitiveHeaders = Symbol('sensitiveHeaders');

// What ends names and values in the text.
const kPlain = '\0';
const kNeverIndexed = '\x01';
// Stands before the number of one of these three within a value.
const kMark = '\x02';
const kLastMarked = 2;

const kSingle = new Set([
  ':status', ':method', ':authority', ':scheme', ':path', ':protocol', 'access-control-allow-credentials',
  'access-control-max-age', 'access-control-request-method', 'age', 'authorization', 'content-encoding',
  'content-language', 'content-length', 'content-location', 'content-md5', 'content-range', 'content-type', 'date',
  'dnt', 'etag', 'expires', 'from', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'range', 'referer',
  'retry-after', 'tk', 'upgrade-insecure-requests', 'user-agent', 'x-content-type-options',
]);
const kSinglePseudo = new Set([':status', ':method', ':authority', ':scheme', ':path', ':protocol']);

// Fields of HTTP/1 that are about its connection.
const kOfConnections = new Set([
  'connection', 'upgrade', 'http2-settings', 'keep-alive', 'proxy-connection', 'transfer-encoding',
]);

// The pseudo fields that each kind of message may have.
const pseudo = {
  request: new Set([':method', ':scheme', ':authority', ':path', ':protocol']),
  response: new Set([':status']),
  any: new Set([':status', ':method', ':scheme', ':authority', ':path', ':protocol']),
  none: new Set(),
};

function isConnectionField(name, value) {
  if (kOfConnections.has(name)) return true;
  return name === 'te' && value !== 'trailers';
}

// Collects fields of one message, and checks each.
class FieldWriter {
  constructor(allowed, sensitive, isStrict) {
    this.allowed = allowed;
    this.sensitive = sensitive;
    this.single = isStrict ? kSingle : kSinglePseudo;
    this.seen = new Set();
    this.first = '';
    this.rest = '';
  }

  add(given, value) {
    if (value === undefined || given === '') return;
    const name = given.toLowerCase();
    if (this.single.has(name)) {
      if (this.seen.has(name)) throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
      this.seen.add(name);
    }
    if (!Array.isArray(value)) return this.addOne(given, name, String(value));
    if (value.length === 0) return;
    if (value.length > 1 && this.single.has(name)) throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    for (let i = 0; i < value.length; i++) this.addOne(given, name, String(value[i]));
  }

  addOne(given, name, value) {
    const end = this.sensitive !== undefined && this.sensitive.has(name) ? kNeverIndexed : kPlain;
    if (name[0] === ':') {
      if (!this.allowed.has(name)) throw new codes.ERR_HTTP2_INVALID_PSEUDOHEADER(name);
      this.first += name + kPlain + marked(value) + end;
      return;
    }
    if (name.includes(' ') || !isToken(name)) {
      throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', given);
    }
    if (isConnectionField(name, value)) throw new codes.ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
    this.rest += name + kPlain + marked(value) + end;
  }

  get text() {
    return this.first + this.rest;
  }
}

// A value with characters that end it in the text has them marked: whether such a value may be is for the peer to say.
function marked(value) {
  for (let i = 0; i < value.length; i++) {
    if (value.charCodeAt(i) <= kLastMarked) return markAll(value);
  }
  return value;
}

function markAll(value) {
  let text = '';
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    text += code <= kLastMarked ? kMark + code : value[i];
  }
  return text;
}

function sensitiveNames(headers) {
  const list = headers[sensitiveHeaders];
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) throw new codes.ERR_INVALID_ARG_VALUE('headers[http2.neverIndex]', list);
  return list.length === 0 ? undefined : new Set(list.map((name) => String(name).toLowerCase()));
}

// The text of an object of fields, or of a list [name, value, name, value, ...].
function fieldsText(headers, allowed, isStrict = true) {
  const writer = new FieldWriter(allowed, sensitiveNames(headers), isStrict);
  if (Array.isArray(headers)) {
    for (let i = 0; i < headers.length; i += 2) writer.add(String(headers[i]), headers[i + 1]);
  } else {
    const names = Object.keys(headers);
    for (let i = 0; i < names.length; i++) writer.add(names[i], headers[names[i]]);
  }
  return writer.text;
}

// [name, value, name, value, ...] of a text, and the names of those that no table may keep.
function parseText(text) {
  const raw = [];
  const sensitive = [];
  let at = 0;
  while (at < text.length) {
    const middle = text.indexOf(kPlain, at);
    let end = middle + 1;
    while (text[end] !== kPlain && text[end] !== kNeverIndexed) end++;
    const name = text.slice(at, middle);
    if (text[end] === kNeverIndexed) sensitive.push(name);
    raw.push(name, text.slice(middle + 1, end));
    at = end + 1;
  }
  return { raw, sensitive };
}

// The object that scripts get of fields that have come.
function headersObject(raw, sensitive, isStrict = true) {
  const headers = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i];
    const value = name === ':status' ? raw[i + 1] | 0 : raw[i + 1];
    const before = headers[name];
    if (before === undefined) headers[name] = name === 'set-cookie' ? [value] : value;
    else if (name === 'set-cookie') before.push(value);
    else if (name === 'cookie') headers[name] = `${before}; ${value}`;
    else if (!(isStrict ? kSingle : kSinglePseudo).has(name)) headers[name] = `${before}, ${value}`;
  }
  headers[sensitiveHeaders] = sensitive;
  return headers;
}

// As scripts see the fields of a list: what stands there several times is a list of values.
function objectOfList(list) {
  const headers = { __proto__: null };
  for (let i = 0; i < list.length; i += 2) {
    const before = headers[list[i]];
    if (before === undefined) headers[list[i]] = list[i + 1];
    else if (Array.isArray(before)) before.push(list[i + 1]);
    else headers[list[i]] = [before, list[i + 1]];
  }
  if (list[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = list[sensitiveHeaders];
  return headers;
}

module.exports = {
  fieldsText,
  hasInvalidCharacter,
  headersObject,
  isConnectionField,
  objectOfList,
  parseText,
  pseudo,
  sensitiveHeaders,
};
