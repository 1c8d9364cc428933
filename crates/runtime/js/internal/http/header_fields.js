// Names and values of header fields: which are allowed, and what several of one name make together.
'use strict';

const { codes, hideStackFrames } = require('internal/errors');

// Characters of a token, by code.
const kTokenCharacters = new Uint8Array(128);
for (const character of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
  kTokenCharacters[character.charCodeAt(0)] = 1;
}

function isToken(text) {
  const { length } = text;
  if (length === 0) return false;
  for (let i = 0; i < length; i++) {
    if (kTokenCharacters[text.charCodeAt(i)] !== 1) return false;
  }
  return true;
}

// A control character other than a tab, or one that is not of Latin-1.
function hasInvalidCharacter(text) {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 32 && code !== 9) || code === 127 || code > 255) return true;
  }
  return false;
}

// Where values are relaxed: what would end the field, or is not of Latin-1.
function hasForbiddenCharacter(text) {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0 || code === 10 || code === 13 || code > 255) return true;
  }
  return false;
}

const validateHeaderName = hideStackFrames((name, label) => {
  if (typeof name !== 'string' || !isToken(name)) {
    throw new codes.ERR_INVALID_HTTP_TOKEN(label || 'Header name', name);
  }
});

const validateHeaderValue = hideStackFrames((name, value, isRelaxed) => {
  if (value === undefined) throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  const text = typeof value === 'string' ? value : `${value}`;
  if (isRelaxed === true ? hasForbiddenCharacter(text) : hasInvalidCharacter(text)) {
    throw new codes.ERR_INVALID_CHAR('header content', name);
  }
});

// What becomes of a second field of the same name.
const kFirstCounts = 0;
const kList = 1;
const kCookies = 2;
const kCommas = 3;

const kRules = new Map();
for (const name of [
  'age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after',
  'server', 'user-agent',
]) kRules.set(name, kFirstCounts);
kRules.set('set-cookie', kList);
kRules.set('cookie', kCookies);

// Names as they are sent most often, and in lower case: spares making the latter.
const kLower = new Map();
for (const name of [
  'Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Cache-Control', 'Connection', 'Content-Encoding',
  'Content-Length', 'Content-Type', 'Cookie', 'Date', 'ETag', 'Expect', 'Host', 'If-Modified-Since', 'If-None-Match',
  'Keep-Alive', 'Last-Modified', 'Location', 'Origin', 'Referer', 'Server', 'Set-Cookie', 'Transfer-Encoding', 'Upgrade',
  'User-Agent', 'X-Forwarded-For',
]) {
  kLower.set(name, name.toLowerCase());
  kLower.set(name.toLowerCase(), name.toLowerCase());
}

function lowerCase(name) {
  return kLower.get(name) ?? name.toLowerCase();
}

// Adds a field to an object of all fields, as `headers` is.
function addField(fields, name, value, joinsDuplicates) {
  const key = lowerCase(name);
  const rule = kRules.get(key) ?? kCommas;
  let before = fields[key];
  // `headers` is a plain object, so a field `constructor` finds one before it that is none; so may what a script has put there.
  if (before !== undefined && (!Object.hasOwn(fields, key) || (rule !== kList && typeof before !== 'string'))) before = undefined;
  if (rule === kList) {
    if (before === undefined) fields[key] = [value];
    else before.push(value);
  } else if (before === undefined) {
    fields[key] = value;
  } else if (rule === kCookies) {
    fields[key] = `${before}; ${value}`;
  } else if (rule === kCommas || joinsDuplicates) {
    fields[key] = `${before}, ${value}`;
  }
}

// Adds a field to an object with a list of values for each name.
function addDistinctField(fields, name, value) {
  const key = lowerCase(name);
  const before = fields[key];
  if (before === undefined) fields[key] = [value];
  else before.push(value);
}

module.exports = {
  addDistinctField,
  addField,
  hasForbiddenCharacter,
  hasInvalidCharacter,
  isToken,
  lowerCase,
  validateHeaderName,
  validateHeaderValue,
};
