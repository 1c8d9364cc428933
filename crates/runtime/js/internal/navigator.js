// navigator: what a script may know of the system it runs on.
'use strict';

const { codes } = require('internal/errors');

const kCreate = Symbol('kCreate');

class Navigator {
  #hardwareConcurrency;
  #language;
  #languages;
  #platform;
  #userAgent;

  constructor(token) {
    if (token !== kCreate) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  get hardwareConcurrency() {
    this.#hardwareConcurrency ??= require('os').availableParallelism();
    return this.#hardwareConcurrency;
  }

  get locks() {
    return require('internal/locks').locks;
  }

  get language() {
    this.#language ??= new Intl.DateTimeFormat().resolvedOptions().locale;
    return this.#language;
  }

  get languages() {
    this.#languages ??= Object.freeze([this.language]);
    return this.#languages;
  }

  get userAgent() {
    this.#userAgent ??= `Node.js/${/\d+/.exec(process.version)[0]}`;
    return this.#userAgent;
  }

  get platform() {
    this.#platform ??= `Linux ${require('os').machine()}`;
    return this.#platform;
  }
}
for (const name of ['hardwareConcurrency', 'locks', 'language', 'languages', 'userAgent', 'platform']) {
  Object.defineProperty(Navigator.prototype, name, { __proto__: null, enumerable: true });
}

const navigator = new Navigator(kCreate);

module.exports = { Navigator, navigator };
