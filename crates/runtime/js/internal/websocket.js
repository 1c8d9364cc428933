// WebSocket: https://websockets.spec.whatwg.org
'use strict';

const { Buffer } = require('buffer');
const { DOMException } = require('internal/dom_exception');
const { EventTarget, defineEventHandler } = require('internal/event_target');
const { illegalInvocation, isObject, requireArguments } = require('internal/fetch/web_idl');
const { Connection, kClosed, kClosing, kConnecting, kOpen } = require('internal/websocket/connection');

const kMostOfReason = 123;
const kTokenCharacters = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function syntaxError(message) {
  return new DOMException(message, 'SyntaxError');
}

function readUrl(value) {
  const { URL } = require('internal/url');
  let url;
  try {
    url = new URL(`${value}`);
  } catch (error) {
    throw syntaxError(`TypeError: ${error.message}`);
  }
  if (url.protocol === 'http:') url.protocol = 'ws:';
  else if (url.protocol === 'https:') url.protocol = 'wss:';
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw syntaxError('expected a ws: or wss: url');
  if (url.hash !== '' || url.href.endsWith('#')) throw syntaxError('hash');
  return url;
}

function readProtocols(value) {
  if (value === undefined) return [];
  const list = isObject(value) && typeof value[Symbol.iterator] === 'function' ? Array.from(value) : [value];
  const protocols = list.map((item, index) => {
    if (typeof item !== 'symbol') return `${item}`;
    throw new TypeError(`undefined: undefined[${index}] is a symbol, which cannot be converted to a DOMString.`);
  });
  const seen = new Set();
  for (const protocol of protocols) {
    const name = protocol.toLowerCase();
    if (!kTokenCharacters.test(protocol) || seen.has(name)) throw syntaxError('Invalid Sec-WebSocket-Protocol value');
    seen.add(name);
  }
  return protocols;
}

// The second argument: protocols, or an object with them and fields to send.
function readOptions(value) {
  const isDictionary = isObject(value) && typeof value[Symbol.iterator] !== 'function';
  const { Headers, listOf } = require('internal/fetch/headers');
  if (!isDictionary) return { protocols: readProtocols(value), fields: listOf(new Headers()) };
  return { protocols: readProtocols(value.protocols), fields: listOf(new Headers(value.headers)) };
}

// A number between 0 and 65535, the nearest.
function clampedShort(value) {
  const number = Math.min(Math.max(+value, 0), 0xffff);
  if (Number.isNaN(number)) return 0;
  const floor = Math.floor(number);
  const rest = number - floor;
  return rest < 0.5 || rest === 0.5 && floor % 2 === 0 ? floor : floor + 1;
}

class WebSocket extends EventTarget {
  #url;
  #connection;
  #binaryType = 'blob';

  constructor(url, protocols = undefined) {
    super();
    requireArguments(arguments, 1, 'WebSocket constructor');
    const options = readOptions(protocols);
    this.#url = readUrl(url);
    this.#connection = new Connection(this.#listener(), this.#url, options.protocols, options.fields);
  }

  static #of(value) {
    if (!isObject(value) || !(#connection in value)) throw illegalInvocation();
    return value;
  }

  close(code = undefined, reason = undefined) {
    const connection = WebSocket.#of(this).#connection;
    const number = code === undefined ? undefined : clampedShort(code);
    const text = reason === undefined ? undefined : `${reason}`.toWellFormed();
    if (number !== undefined && number !== 1000 && !(number >= 3000 && number <= 4999)) {
      throw new DOMException('invalid code', 'InvalidAccessError');
    }
    const length = text === undefined ? 0 : Buffer.byteLength(text);
    if (length > kMostOfReason) {
      throw syntaxError(`Reason must be less than ${kMostOfReason} bytes; received ${length}`);
    }
    connection.close(number ?? (text === undefined ? 1005 : 1000), text ?? '');
  }

  send(data) {
    const connection = WebSocket.#of(this).#connection;
    requireArguments(arguments, 1, 'WebSocket.send');
    const message = messageOf(data);
    if (connection.state === kConnecting) throw new DOMException('Sent before connected.', 'InvalidStateError');
    if (connection.state !== kOpen) return;
    if (typeof message === 'string') connection.sendText(message);
    else if (message === data && isBlob(data)) connection.sendBlob(data);
    else connection.sendBytes(message);
  }

  get readyState() {
    return WebSocket.#of(this).#connection.state;
  }

  get bufferedAmount() {
    return WebSocket.#of(this).#connection.waiting;
  }

  get url() {
    return WebSocket.#of(this).#url.href;
  }

  get extensions() {
    return WebSocket.#of(this).#connection.extensions;
  }

  get protocol() {
    return WebSocket.#of(this).#connection.protocol;
  }

  get binaryType() {
    return WebSocket.#of(this).#binaryType;
  }

  set binaryType(type) {
    WebSocket.#of(this).#binaryType = type === 'blob' || type === 'arraybuffer' ? type : 'blob';
  }

  [Symbol.for('nodejs.ref')]() {
    WebSocket.#of(this).#connection.setRef(true);
  }

  [Symbol.for('nodejs.unref')]() {
    WebSocket.#of(this).#connection.setRef(false);
  }

  #listener() {
    const { Event } = require('internal/events/event');
    return {
      onOpen: () => this.dispatchEvent(new Event('open')),
      onText: (text) => this.#deliver(text),
      onBytes: (bytes) => this.#deliver(this.#asked(bytes)),
      onOver: (code, reason, wasClean) => this.#over(code, reason, wasClean),
    };
  }

  #asked(bytes) {
    if (this.#binaryType === 'blob') return new (require('internal/buffer/blob').Blob)([bytes]);
    const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    return isWhole ? bytes.buffer : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }

  #deliver(data) {
    const { MessageEvent } = require('internal/messaging/event');
    this.dispatchEvent(new MessageEvent('message', { __proto__: null, data, origin: this.#url.origin }));
  }

  #over(code, reason, wasClean) {
    if (!wasClean) {
      const { ErrorEvent } = require('internal/events/error_event');
      this.dispatchEvent(new ErrorEvent('error', { __proto__: null, error: new TypeError('') }));
    }
    const { CloseEvent } = require('internal/events/close_event');
    this.dispatchEvent(new CloseEvent('close', { __proto__: null, code, reason, wasClean }));
  }
}

function isBlob(value) {
  return require('internal/buffer/blob').isBlob(value);
}

// A string, a Blob, or bytes.
function messageOf(data) {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (require('util').types.isAnyArrayBuffer(data)) return new Uint8Array(data);
  return isBlob(data) ? data : `${data}`.toWellFormed();
}

const kConstants = { CONNECTING: kConnecting, OPEN: kOpen, CLOSING: kClosing, CLOSED: kClosed };
const { prototype } = WebSocket;
for (const name of ['close', 'send', 'readyState', 'bufferedAmount', 'url', 'extensions', 'protocol']) {
  Object.defineProperty(prototype, name, { __proto__: null, enumerable: true });
}
const binaryType = Object.getOwnPropertyDescriptor(prototype, 'binaryType');
delete prototype.binaryType;
for (const event of ['open', 'error', 'close', 'message']) defineEventHandler(prototype, event);
Object.defineProperty(prototype, 'binaryType', { __proto__: null, ...binaryType, enumerable: true });
for (const name of Object.keys(kConstants)) {
  const constant = { __proto__: null, value: kConstants[name], writable: false, enumerable: true, configurable: false };
  Object.defineProperty(WebSocket, name, constant);
  Object.defineProperty(prototype, name, constant);
}
Object.defineProperty(prototype, Symbol.toStringTag, { __proto__: null, value: 'WebSocket', configurable: true });

module.exports = { WebSocket };
