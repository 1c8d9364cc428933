// fetch(): https://fetch.spec.whatwg.org
'use strict';

const kMostRedirects = 20;
const kRedirects = [301, 302, 303, 307, 308];
// What tells of a body that is not sent again, and what is not for another origin.
const kAboutBody = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];
const kPrivate = ['authorization', 'proxy-authorization', 'cookie', 'host'];

function failed(cause) {
  return new TypeError('fetch failed', { __proto__: null, cause });
}

// How far a fetch has come: what is asked for next.
class Fetch {
  constructor(request) {
    const { stateOf } = require('internal/fetch/request');
    const { HeaderList } = require('internal/fetch/headers');
    const { body, list, settings } = stateOf(request);
    this.urls = [new (require('internal/url').URL)(request.url)];
    this.method = settings.method;
    this.redirect = settings.redirect;
    this.cache = settings.cache;
    this.list = new HeaderList(list);
    this.body = body;
    this.signal = request.signal;
  }

  get url() {
    return this.urls.at(-1);
  }

  async run() {
    for (;;) {
      this.signal.throwIfAborted();
      const answer = await this.ask();
      if (!kRedirects.includes(answer.status) || this.redirect === 'manual') return this.respond(answer);
      const location = answer.list.get('location');
      if (location === null) return this.respond(answer);
      answer.stream?.cancel();
      this.follow(answer.status, location);
    }
  }

  ask() {
    const { protocol } = this.url;
    if (protocol === 'http:' || protocol === 'https:') return this.exchange();
    if (protocol === 'data:') return this.readData();
    if (protocol === 'blob:') return this.readBlob();
    throw failed(new Error(protocol === 'about:' ? 'about scheme is not supported' : 'unknown scheme'));
  }

  async exchange() {
    const { method, list, cache, signal } = this;
    // What can be sent again stays as it was.
    const body = this.body === null || this.body.length === null ? this.body : this.body.clone();
    try {
      return await require('internal/fetch/exchange').exchange(this.url, { method, list, cache, body, signal });
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw error;
      throw failed(error);
    }
  }

  readData() {
    const found = require('internal/fetch/data_url').readDataUrl(this.url.href);
    if (found === null) throw failed(new Error('failed to fetch the data URL'));
    return this.local(found.bytes, found.type);
  }

  readBlob() {
    const blob = require('internal/buffer/object_urls').resolveObjectURL(this.url.href);
    if (blob === undefined || this.method !== 'GET') throw failed(new Error('invalid method'));
    const answer = this.local(blob, blob.type);
    answer.list.append('content-length', `${blob.size}`);
    return answer;
  }

  local(source, type) {
    const { HeaderList } = require('internal/fetch/headers');
    const list = new HeaderList();
    if (type !== '') list.append('content-type', type);
    return { status: 200, statusText: 'OK', list, stream: null, source };
  }

  follow(status, location) {
    const { URL } = require('internal/url');
    if (this.redirect === 'error') throw failed(new Error('unexpected redirect'));
    const next = URL.parse(location, this.url.href);
    if (next === null) throw failed(new Error('Invalid URL'));
    if (next.protocol !== 'http:' && next.protocol !== 'https:') throw failed(new Error('URL scheme must be a HTTP(S) scheme'));
    if (this.urls.length > kMostRedirects) throw failed(new Error('redirect count exceeded'));
    if (next.hash === '') next.hash = this.url.hash;
    const becomesGet = status === 303 ? !['GET', 'HEAD'].includes(this.method) :
      (status === 301 || status === 302) && this.method === 'POST';
    if (becomesGet) {
      this.method = 'GET';
      this.body = null;
      for (const name of kAboutBody) this.list.delete(name);
    } else if (this.body !== null && this.body.length === null) {
      throw failed(new Error('the body cannot be sent again'));
    }
    if (next.origin !== this.url.origin) for (const name of kPrivate) this.list.delete(name);
    this.urls.push(next);
  }

  respond({ status, statusText, list, stream, source }) {
    const { makeResponse } = require('internal/fetch/response');
    const { Body } = require('internal/fetch/body');
    const contents = stream ?? source ?? null;
    const body = contents === null ? null : new Body(contents);
    return makeResponse({ status, statusText, list, body, urls: this.urls.map((url) => url.href) });
  }
}

async function start(input, init) {
  const { Request } = require('internal/fetch/request');
  return new Fetch(new Request(input, init)).run();
}

// No async function, as scripts can see.
function fetch(input, init = undefined) {
  return start(input, init);
}

module.exports = { fetch };
