// The head of a message that goes out: what the script says, and what follows from that.
'use strict';

const { codes } = require('internal/errors');
const { dateLine } = require('internal/http/date');
const {
  hasForbiddenCharacter, hasInvalidCharacter, isToken, lowerCase, validateHeaderName, validateHeaderValue,
} = require('internal/http/header_fields');

// Fields that say how a message is sent: which of them a script gave.
const CONNECTION = 1;
const CONTENT_LENGTH = 1 << 1;
const TRANSFER_ENCODING = 1 << 2;
const DATE = 1 << 3;
const EXPECT = 1 << 4;
const TRAILER = 1 << 5;
const KEEP_ALIVE = 1 << 6;
// What the values of these say.
const SAYS_CLOSE = 1 << 7;
const SAYS_UPGRADE = 1 << 8;
const SAYS_CHUNKED = 1 << 9;

const kBits = new Map([
  ['connection', CONNECTION],
  ['content-length', CONTENT_LENGTH],
  ['transfer-encoding', TRANSFER_ENCODING],
  ['date', DATE],
  ['expect', EXPECT],
  ['trailer', TRAILER],
  ['keep-alive', KEEP_ALIVE],
]);

// Whether a list in a field has a word, in any case.
function hasWord(value, word) {
  return value.toLowerCase().includes(word);
}

// The lines of fields, and bits for what is among them.
class Lines {
  constructor(message) {
    this.message = message;
    this.text = '';
    this.bits = 0;
    this.isChecked = false;
  }

  // One field. A list of values is several fields, unless they are to be one.
  add(name, value) {
    if (!Array.isArray(value)) {
      this.addLine(name, value);
      return;
    }
    const { message } = this;
    const key = lowerCase(name);
    const isOne = value.length < 2 ||
      (message._uniqueHeaders !== null && message._uniqueHeaders.has(key) && key !== 'cookie');
    if (!isOne && key === 'cookie') {
      this.addLine(name, value.join('; '));
    } else if (isOne && value.length > 1) {
      this.addLine(name, value.join(key === 'cookie' ? '; ' : '; '));
    } else {
      for (let i = 0; i < value.length; i++) this.addLine(name, value[i]);
    }
  }

  addLine(name, value) {
    if (!this.isChecked) {
      if (this.message._isLenientHeaderValidation()) validateHeaderValue(name, value, true);
      else validateHeaderValue(name, value);
    }
    this.text += `${name}: ${value}\r\n`;
    const bit = name.length > 3 && name.length < 18 ? kBits.get(lowerCase(name)) : undefined;
    if (bit !== undefined) this.note(bit, value);
  }

  note(bit, value) {
    this.bits |= bit;
    const { message } = this;
    if (bit === CONNECTION) {
      const text = `${value}`;
      message._removedConnection = false;
      if (hasWord(text, 'close')) this.bits |= SAYS_CLOSE;
      if (hasWord(text, 'upgrade')) this.bits |= SAYS_UPGRADE;
    } else if (bit === TRANSFER_ENCODING) {
      message._removedTE = false;
      if (hasWord(`${value}`, 'chunked')) {
        this.bits |= SAYS_CHUNKED;
        message.chunkedEncoding = true;
      }
    } else if (bit === CONTENT_LENGTH) {
      message._contentLength = +value;
      message._removedContLen = false;
    } else if (bit === KEEP_ALIVE) {
      message._defaultKeepAlive = false;
    }
  }
}

// Lines of what writeHead() or a client got: an object, a list of pairs, or a list of names and values in turn.
function addGiven(lines, headers) {
  if (Array.isArray(headers)) {
    if (headers.length > 0 && Array.isArray(headers[0])) {
      for (let i = 0; i < headers.length; i++) addChecked(lines, headers[i][0], headers[i][1]);
      return;
    }
    if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
    for (let i = 0; i < headers.length; i += 2) addChecked(lines, headers[i], headers[i + 1]);
    return;
  }
  const names = Object.keys(headers);
  for (let i = 0; i < names.length; i++) addChecked(lines, names[i], headers[names[i]]);
}

function addChecked(lines, name, value) {
  validateHeaderName(name);
  lines.add(name, value);
}

// Makes the head of `message`: `firstLine`, then `headers`, which are its own (`isOwn`: checked when they were set)
// or what a call gave.
function storeHead(message, firstLine, headers, isOwn) {
  const lines = new Lines(message);
  if (isOwn) {
    lines.isChecked = true;
    const keys = Object.keys(headers);
    for (let i = 0; i < keys.length; i++) {
      const entry = headers[keys[i]];
      lines.add(entry[0], entry[1]);
    }
  } else if (headers) {
    addGiven(lines, headers);
  }
  const { bits } = lines;
  let text = firstLine + lines.text;
  if (message.sendDate && (bits & DATE) === 0) text += dateLine();
  forbidBodyWhereNone(message, bits);
  text += connectionLines(message, bits);
  text += lengthLines(message, bits);
  // A trailer needs chunks.
  if (message.chunkedEncoding !== true && (bits & TRAILER) !== 0) throw new codes.ERR_HTTP_TRAILER_INVALID();
  message._header = `${text}\r\n`;
  message._headerSent = false;
  // Who waits for 100 Continue has to have its head sent first.
  if ((bits & EXPECT) !== 0) message._send('');
}

// A status without a body goes without chunks, and as its length may not be said the connection cannot be used again.
function forbidBodyWhereNone(message, bits) {
  const { statusCode } = message;
  if (message.chunkedEncoding && (statusCode === 204 || statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
}

function connectionLines(message, bits) {
  if ((bits & CONNECTION) !== 0) {
    if ((bits & SAYS_CLOSE) !== 0) message._last = true;
    else message.shouldKeepAlive = true;
    return '';
  }
  if (message._removedConnection) {
    // Then it depends on the version alone.
    message._last = !message.shouldKeepAlive;
    return '';
  }
  const isBodyKnown = (bits & CONTENT_LENGTH) !== 0 || message.useChunkedEncodingByDefault || message.agent;
  if (!message.shouldKeepAlive || !isBodyKnown) {
    message._last = true;
    return 'Connection: close\r\n';
  }
  if (message.maxRequestsOnConnectionReached) return 'Connection: close\r\n';
  const timeout = message._keepAliveTimeout;
  if (!timeout || !message._defaultKeepAlive || (bits & KEEP_ALIVE) !== 0) return 'Connection: keep-alive\r\n';
  return keepAliveLines(timeout, message._maxRequestsPerSocket);
}

let usualTimeout = 0;
let usualLines = '';

function keepAliveLines(timeout, most) {
  if (most > 0) {
    return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeout / 1000)}, max=${most}\r\n`;
  }
  if (timeout !== usualTimeout) {
    usualTimeout = timeout;
    usualLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeout / 1000)}\r\n`;
  }
  return usualLines;
}

function lengthLines(message, bits) {
  if ((bits & (CONTENT_LENGTH | TRANSFER_ENCODING)) !== 0) return '';
  if (!message._hasBody) {
    message.chunkedEncoding = false;
    return '';
  }
  if (!message.useChunkedEncodingByDefault) {
    message._last = true;
    return '';
  }
  if ((bits & TRAILER) === 0 && !message._removedContLen && typeof message._contentLength === 'number') {
    return `Content-Length: ${message._contentLength}\r\n`;
  }
  if (!message._removedTE) {
    message.chunkedEncoding = true;
    return 'Transfer-Encoding: chunked\r\n';
  }
  // Neither may be said: the end of the connection is the end of the body.
  message._last = true;
  return '';
}

module.exports = { hasForbiddenCharacter, hasInvalidCharacter, isToken, storeHead };
