// Parsers of HTTP messages: what the binding tells goes to a parser's `receiver`. Parsers are used again and again.
'use strict';

const native = binding('http');
const hooks = require('internal/async_hooks');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { kConsumer, kHandle } = require('internal/net/fields');
const { Pipe, Tcp } = require('internal/stream_handle');

// What the binding says of a head, in bits.
const KEEPS_ALIVE = 1;
const UPGRADES = 1 << 1;
const CHUNKED = 1 << 2;
const HAS_LENGTH = 1 << 3;
const HAS_HOST = 1 << 4;
const HAS_EXPECT = 1 << 5;
const ENDS = 1 << 6;
const MORE = 1 << 7;

// What a receiver of a head gives back if the bytes after the message are no longer HTTP.
const kUpgrade = 2;

// What a response is known to be beforehand.
const kWithoutBody = 1;
const kTunnel = 2;

const { methods } = native;
const kIncomingMessage = Symbol('IncomingMessage');
const kSkipPendingData = Symbol('SkipPendingData');

// Numbers of callbacks and bits, as scripts know them.
const kNumbers = {
  __proto__: null,
  REQUEST: 1,
  RESPONSE: 2,
  kOnMessageBegin: 0,
  kOnHeaders: 1,
  kOnHeadersComplete: 2,
  kOnBody: 3,
  kOnMessageComplete: 4,
  kOnExecute: 5,
  kOnTimeout: 6,
  kLenientNone: 0,
  kLenientHeaders: 1,
  kLenientChunkedLength: 2,
  kLenientKeepAlive: 4,
  kLenientTransferEncoding: 8,
  kLenientVersion: 16,
  kLenientDataAfterClose: 32,
  kLenientOptionalLFAfterCR: 64,
  kLenientOptionalCRLFAfterChunk: 128,
  kLenientOptionalCRBeforeLF: 256,
  kLenientSpacesAfterChunkSize: 512,
  kLenientHeaderValueRelaxed: 1024,
  kLenientAll: 1023,
};

const kUsualHeadLimit = 16 * 1024;

// A parser as scripts see it, in `socket.parser`. Whoever uses it sets `receiver`, an object with a method for each
// thing that the binding tells; a script may instead put functions under the numbers of callbacks.
class HTTPParser {
  constructor() {
    this.native = new native.Parser();
    this.native.holder = this;
    this.receiver = this;
    this.socket = null;
    this.incoming = null;
    this.outgoing = null;
    // How many names and values a head may have; no number is no limit.
    this.maxHeaderPairs = undefined;
    // What whoever uses it has set.
    this.onIncoming = null;
    this.onTimeout = null;
    this.joinDuplicateHeaders = null;
    this.failure = undefined;
    this.unused = null;
    this.isConsuming = false;
  }

  // `user` is whom the messages are for: a socket or a request.
  initialize(type, user, maxHeaderSize, lenientFlags) {
    if (hooks.listeners.init.length > 0) startTracking(this, type, user);
    this.native.reset(type === kNumbers.RESPONSE, maxHeaderSize || kUsualHeadLimit, lenientFlags | 0);
    this.failure = undefined;
    this.unused = null;
  }

  // Gives the number of bytes that were used, or an error.
  execute(bytes) {
    this.failure = undefined;
    this.unused = null;
    this.native.execute(bytes);
    if (this.failure !== undefined) return this.failure;
    return this.unused === null ? bytes.length : bytes.length - this.unused.length;
  }

  finish() {
    this.failure = undefined;
    this.native.finish();
    return this.failure;
  }

  // Takes what is read from a socket before its stream gets it, if it is a plain one.
  consume(socket) {
    const handle = socket[kHandle];
    if (!handle || handle.owner !== socket || !(handle instanceof Tcp || handle instanceof Pipe)) return;
    this.isConsuming = this.native.consume(handle);
    if (this.isConsuming) socket[kConsumer] = this;
  }

  // The stream gets it again.
  unconsume() {
    if (!this.isConsuming) return;
    this.isConsuming = false;
    this.native.unconsume();
    this.socket[kConsumer] = null;
  }

  pause() {}

  resume() {}

  close() {
    this.unconsume();
    if (this.resource !== null) stopTracking(this);
  }

  free() {}

  remove() {}

  getCurrentBuffer() {
    return this.unused ?? undefined;
  }

  // Called for a message that takes too long.
  get [kNumbers.kOnTimeout]() { return this.onTimeout; }
  set [kNumbers.kOnTimeout](callback) { this.onTimeout = callback; }

  // The receiver of parsers that a script uses itself.

  onHead(text, code, flags, start, end, fieldsAt, body) {
    this[kNumbers.kOnMessageBegin]?.();
    const overflow = overflowOf(text, fieldsAt, this.maxHeaderPairs);
    if (overflow !== undefined) {
      this.failure = overflow;
      this.native.stop();
      return 0;
    }
    const isRequest = text[0] !== 'H' || !text.startsWith('HTTP/');
    const words = text.substring(start, end);
    const result = this[kNumbers.kOnHeadersComplete]?.(
      (flags >> 12) & 15, (flags >> 8) & 15, native.fields(text, fieldsAt, 0xffffffff),
      isRequest ? code : undefined, isRequest ? words : undefined,
      isRequest ? undefined : code, isRequest ? undefined : words,
      (flags & UPGRADES) !== 0, (flags & KEEPS_ALIVE) !== 0);
    if (body !== undefined) this.onBody(body);
    if ((flags & ENDS) !== 0) this.onEnd(undefined);
    return (flags & UPGRADES) !== 0 ? kUpgrade : result;
  }

  onBody(bytes) {
    this[kNumbers.kOnBody]?.(asBuffer(bytes));
  }

  onEnd(trailers) {
    if (trailers !== undefined) {
      const overflow = overflowOf(trailers, 0, this.maxHeaderPairs);
      if (overflow !== undefined) {
        this.failure = overflow;
        this.native.stop();
        return;
      }
      this[kNumbers.kOnHeaders]?.(native.fields(trailers, 0, 0xffffffff), '');
    }
    this[kNumbers.kOnMessageComplete]?.();
  }

  onUpgraded(rest) {
    this.unused = rest;
  }

  onFailed(error) {
    this.failure = error;
  }

  onExecuted() {}
}
Object.assign(HTTPParser, kNumbers);
// What async hooks know of a parser at work; few programs have such hooks.
HTTPParser.prototype.resource = null;

function startTracking(parser, type, user) {
  if (parser.resource !== null) stopTracking(parser);
  parser.resource = type === kNumbers.REQUEST ?
    { type: 'HTTPINCOMINGMESSAGE', socket: user } :
    { type: 'HTTPCLIENTREQUEST', req: user };
  hooks.init(parser.resource, parser.resource.type, hooks.executionAsyncId());
}

function stopTracking(parser) {
  hooks.release(parser.resource);
  parser.resource = null;
}

// Tells a receiver of something, as what hooks know of its parser.
function tellTracked({ receiver, resource }, method, args) {
  hooks.enter(resource);
  try {
    return Reflect.apply(receiver[method], receiver, args);
  } finally {
    hooks.leave(resource);
  }
}

native.setCallbacks({
  __proto__: null,
  head(parser, text, code, flags, start, end, fieldsAt, body) {
    const { holder } = parser;
    if (holder.resource !== null) return tellTracked(holder, 'onHead', [text, code, flags, start, end, fieldsAt, body]);
    return holder.receiver.onHead(text, code, flags, start, end, fieldsAt, body);
  },
  body(parser, bytes) {
    const { holder } = parser;
    if (holder.resource !== null) tellTracked(holder, 'onBody', [bytes]);
    else holder.receiver.onBody(bytes);
  },
  end(parser, trailers, hasMore) {
    const { holder } = parser;
    if (holder.resource !== null) tellTracked(holder, 'onEnd', [trailers, hasMore]);
    else holder.receiver.onEnd(trailers, hasMore);
  },
  upgraded(parser, rest) {
    parser.holder.unused = rest;
    parser.holder.receiver.onUpgraded(asBuffer(rest));
  },
  failed(parser, code, reason, place, bytes) {
    parser.holder.receiver.onFailed(parseError(code, reason, place, bytes));
  },
  executed(parser) { parser.holder.receiver.onExecuted(); },
});

function parseError(code, reason, place, bytes) {
  const error = new Error('Parse Error');
  error.bytesParsed = place;
  error.code = code;
  error.reason = reason;
  prepareError(error, asBuffer(bytes));
  return error;
}

// The error of a head with more names and values than there may be; undefined if there are not.
function overflowOf(text, fieldsAt, most) {
  if (typeof most !== 'number' || !(most > 0)) return undefined;
  const count = (most >> 1) + 1;
  if (native.fields(text, fieldsAt, count).length < count * 2) return undefined;
  const error = new Error('Parse Error');
  error.bytesParsed = afterName(text, fieldsAt, count);
  error.code = 'HPE_HEADER_OVERFLOW';
  error.reason = 'Header overflow';
  return error;
}

// Where the name of a field ends, the first of which is number 1.
function afterName(text, fieldsAt, number) {
  let at = fieldsAt;
  for (let i = 1; i < number; i++) at = text.indexOf('\r\n', at) + 2;
  return text.indexOf(':', at) + 1;
}

// Adds what whoever reports an error of a parser wants to know.
function prepareError(error, rawPacket) {
  error.rawPacket = rawPacket;
  if (error.reason) error.message = `Parse Error: ${error.reason}`;
}

// Parsers that wait to be used again.
const parsers = {
  max: 1000,
  list: [],

  alloc() {
    return this.list.length > 0 ? this.list.pop() : new HTTPParser();
  },

  free(parser) {
    if (this.list.length >= this.max) return false;
    this.list.push(parser);
    return true;
  },
};

// Lets go of a parser, and of all that it refers to.
function freeParser(parser, owner, socket) {
  if (parser) {
    parser.unconsume();
    if (parser.resource !== null) stopTracking(parser);
    parser.receiver = parser;
    parser.socket = null;
    parser.incoming = null;
    parser.outgoing = null;
    parser.onIncoming = null;
    parser.onTimeout = null;
    parser.joinDuplicateHeaders = null;
    parser.failure = undefined;
    parser.unused = null;
    parser.remove();
    if (parsers.free(parser)) parser.free();
    else parser.close();
  }
  if (owner) owner.parser = null;
  if (socket) socket.parser = null;
}

let insecureByDefault;

function isLenient() {
  insecureByDefault ??= require('internal/process/options').getOption('--insecure-http-parser') === true;
  return insecureByDefault;
}

// The lenient bits that the options of a server or a request stand for.
function calculateLenientFlags(httpValidation, insecureHTTPParser) {
  if (httpValidation === 'insecure' || (httpValidation === undefined && (insecureHTTPParser ?? isLenient()))) {
    return kNumbers.kLenientAll;
  }
  return httpValidation === 'relaxed' ? kNumbers.kLenientHeaderValueRelaxed : kNumbers.kLenientNone;
}

module.exports = {
  CHUNKED,
  ENDS,
  HAS_EXPECT,
  HAS_HOST,
  HAS_LENGTH,
  HTTPParser,
  KEEPS_ALIVE,
  MORE,
  UPGRADES,
  calculateLenientFlags,
  freeParser,
  isLenient,
  kIncomingMessage,
  kSkipPendingData,
  kTunnel,
  kUpgrade,
  kUsualHeadLimit,
  kWithoutBody,
  methods,
  overflowOf,
  parsers,
  prepareError,
  splitFields: native.fields,
  writeText: native.writeText,
};
