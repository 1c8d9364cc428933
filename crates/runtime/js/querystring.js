// querystring: 'a=1&b=2' to an object and back.
'use strict';

const defaultMaxKeys = 1000;

// The bytes of a percent-encoded text; what is no valid escape stays as it is.
function unescapeBuffer(text, decodeSpaces) {
  const { Buffer } = require('buffer');
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digits = code === 37 ? hexPair(text, i + 1) : -1;
    if (digits >= 0) {
      bytes[length++] = digits;
      i += 2;
    } else {
      bytes[length++] = code === 43 && decodeSpaces ? 32 : code;
    }
  }
  return length === bytes.length ? bytes : bytes.subarray(0, length);
}

// The value of two hexadecimal digits, or -1.
function hexPair(text, position) {
  const high = hexDigit(text.charCodeAt(position));
  const low = hexDigit(text.charCodeAt(position + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(code) {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function qsUnescape(text, decodeSpaces) {
  try {
    return decodeURIComponent(text);
  } catch {
    return unescapeBuffer(text, decodeSpaces).toString();
  }
}

function qsEscape(value) {
  if (typeof value !== 'string') value = typeof value === 'object' ? String(value) : `${value}`;
  try {
    return encodeURIComponent(value);
  } catch {
    return escapeLoneSurrogates(value);
  }
}

// Half a surrogate pair is taken to form one with whatever follows; with nothing, it is an error.
function escapeLoneSurrogates(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xD800 || code > 0xDFFF) {
      result += encodeURIComponent(text[i]);
      continue;
    }
    if (++i === text.length) throw new (require('internal/errors').codes.ERR_INVALID_URI)();
    const point = 0x10000 + (((code & 0x3FF) << 10) | (text.charCodeAt(i) & 0x3FF));
    result += encodeURIComponent(String.fromCodePoint(point));
  }
  return result;
}

// Strings, finite numbers, bigints and booleans; all else is ''.
function toText(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return Number.isFinite(value) ? `${value}` : '';
    case 'bigint': case 'boolean': return `${value}`;
    default: return '';
  }
}

function stringify(object, separator, equals, options) {
  if (object === null || typeof object !== 'object') return '';
  separator ||= '&';
  equals ||= '=';
  const encode = typeof options?.encodeURIComponent === 'function' ?
    options.encodeURIComponent :
    querystring.escape;
  let text = '';
  const keys = Object.keys(object);
  for (let k = 0; k < keys.length; k++) {
    const value = object[keys[k]];
    const name = encode(keys[k]) + equals;
    const list = Array.isArray(value) ? value : undefined;
    const count = list === undefined ? 1 : list.length;
    for (let i = 0; i < count; i++) {
      if (text !== '') text += separator;
      text += name + encode(toText(list === undefined ? value : list[i]));
    }
  }
  return text;
}

function parse(text, separator, equals, options) {
  const result = { __proto__: null };
  if (typeof text !== 'string' || text.length === 0) return result;
  separator = separator ? `${separator}` : '&';
  equals = equals ? `${equals}` : '=';
  const limit = typeof options?.maxKeys === 'number' ? options.maxKeys : defaultMaxKeys;
  const decode = typeof options?.decodeURIComponent === 'function' ?
    options.decodeURIComponent :
    querystring.unescape;
  let left = limit > 0 ? limit : Infinity;
  let start = 0;
  while (start <= text.length && left-- > 0) {
    let end = separator === '' ? -1 : text.indexOf(separator, start);
    if (end === -1) end = text.length;
    if (end > start) addPair(result, text.substring(start, end), equals, decode);
    start = end + separator.length;
    if (end === text.length) break;
  }
  return result;
}

function addPair(result, pair, equals, decode) {
  const position = pair.indexOf(equals);
  const key = decodePart(position === -1 ? pair : pair.substring(0, position), decode);
  const value = position === -1 ? '' : decodePart(pair.substring(position + equals.length), decode);
  const existing = result[key];
  if (existing === undefined) result[key] = value;
  else if (Array.isArray(existing)) existing.push(value);
  else result[key] = [existing, value];
}

const escapePattern = /%[0-9a-f]{2}/i;

// A '+' is a space; to a decoder of the caller's it is passed as one that is encoded.
function decodePart(part, decode) {
  const isOwn = decode === qsUnescape;
  if (part.includes('+')) part = part.replaceAll('+', isOwn ? ' ' : '%20');
  if (part === '' || (isOwn && (!part.includes('%') || !escapePattern.test(part)))) return part;
  try {
    return decode(part);
  } catch {
    return qsUnescape(part, true);
  }
}

const querystring = module.exports = {
  unescapeBuffer,
  // Both can be replaced, and then are used by parse() and stringify().
  unescape: qsUnescape,
  escape: qsEscape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
