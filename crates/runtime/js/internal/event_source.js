// EventSource: https://html.spec.whatwg.org/multipage/server-sent-events.html
'use strict';

const { DOMException } = require('internal/dom_exception');
const { Event, EventTarget, defineEventHandler } = require('internal/event_target');
const { illegalInvocation, isObject, requireArguments } = require('internal/fetch/web_idl');
const { clearTimeout, setTimeout } = require('timers');

const kConnecting = 0;
const kOpen = 1;
const kClosed = 2;

// How long it waits before it connects again, in milliseconds, until the server says otherwise.
const kUsualWait = 3000;

let hasWarned = false;

function warn() {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning('EventSource is experimental, expect them to change at any time.', { code: 'UNDICI-ES' });
}

function readUrl(value) {
  const { URL } = require('internal/url');
  try {
    return new URL(`${value}`.toWellFormed());
  } catch (error) {
    throw new DOMException(`TypeError: ${error.message}`, 'SyntaxError');
  }
}

function readOptions(options) {
  if (options === undefined || options === null || isObject(options)) return options ?? {};
  throw new TypeError(`EventSource constructor: Expected ${String(options)} to be one of: Null, Undefined, Object.`);
}

// Whether an answer is a stream of events.
function isEventStream(response) {
  if (response.status !== 200) return false;
  const type = response.headers.get('content-type') ?? '';
  return type.split(';')[0].trim().toLowerCase() === 'text/event-stream';
}

class EventSource extends EventTarget {
  #url;
  #withCredentials;
  #state = kConnecting;
  #wait = kUsualWait;
  #lastEventId = '';
  #origin = '';
  #controller = null;
  #timer;

  constructor(url, options = undefined) {
    super();
    requireArguments(arguments, 1, 'EventSource constructor');
    warn();
    this.#withCredentials = Boolean(readOptions(options).withCredentials);
    this.#url = readUrl(url);
    this.#connect();
  }

  get readyState() {
    return this.#state;
  }

  get url() {
    return this.#url.href;
  }

  get withCredentials() {
    return this.#withCredentials;
  }

  close() {
    if (!(#state in this)) throw illegalInvocation();
    if (this.#state === kClosed) return;
    this.#state = kClosed;
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  #connect() {
    const { AbortController } = require('internal/abort_controller');
    const controller = new AbortController();
    this.#controller = controller;
    this.#exchange(controller.signal).then((mayComeAgain) => {
      if (this.#state === kClosed || controller.signal.aborted) return;
      if (mayComeAgain) this.#reconnect();
      else this.#fail();
    });
  }

  // Gives whether it is worth to try again: after a connection that broke, and not after an answer that is none.
  async #exchange(signal) {
    const headers = { 'Accept': 'text/event-stream', 'Cache-Control': 'no-cache' };
    if (this.#lastEventId !== '') headers['Last-Event-ID'] = this.#lastEventId;
    try {
      const { fetch } = require('internal/fetch');
      const response = await fetch(this.#url, { __proto__: null, headers, redirect: 'follow', signal });
      if (!isEventStream(response)) {
        response.body?.cancel();
        return false;
      }
      await this.#receive(response);
    } catch {
      // The connection broke.
    }
    return true;
  }

  async #receive(response) {
    const { EventReader } = require('internal/event_source/reader');
    this.#state = kOpen;
    this.#origin = (new (require('internal/url').URL)(response.url)).origin;
    this.dispatchEvent(new Event('open'));
    const reader = new EventReader(this.#lastEventId, {
      onEvent: (event) => this.#deliver(event),
      onRetry: (wait) => { this.#wait = wait; },
    });
    const source = response.body.getReader();
    while (this.#state !== kClosed) {
      const { done, value } = await source.read();
      if (done) return;
      reader.add(value);
    }
  }

  // One without data only tells an id.
  #deliver({ type, data, id }) {
    this.#lastEventId = id;
    if (type === '' || this.#state === kClosed) return;
    const { MessageEvent } = require('internal/messaging/event');
    this.dispatchEvent(new MessageEvent(type, { __proto__: null, data, origin: this.#origin, lastEventId: id }));
  }

  #reconnect() {
    this.#state = kConnecting;
    this.#timer = setTimeout(() => {
      if (this.#state === kConnecting) this.#connect();
    }, this.#wait);
    this.dispatchEvent(new Event('error'));
  }

  #fail() {
    this.#state = kClosed;
    this.dispatchEvent(new Event('error'));
  }
}

const { prototype } = EventSource;
for (const name of ['readyState', 'url', 'withCredentials', 'close']) {
  Object.defineProperty(prototype, name, { __proto__: null, enumerable: true });
}
for (const event of ['open', 'message', 'error']) defineEventHandler(prototype, event);
const kConstants = { CONNECTING: kConnecting, OPEN: kOpen, CLOSED: kClosed };
for (const name of Object.keys(kConstants)) {
  const constant = { __proto__: null, value: kConstants[name], writable: false, enumerable: true, configurable: false };
  Object.defineProperty(EventSource, name, constant);
  Object.defineProperty(prototype, name, constant);
}

module.exports = { EventSource };
