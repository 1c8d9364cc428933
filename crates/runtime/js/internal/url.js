// The web's class URL, and what the library needs of URLs.
'use strict';

const native = binding('url');

const customInspect = Symbol.for('nodejs.util.inspect.custom');

// The numbers by which native.set knows the parts of a URL.
const PROTOCOL = 0;
const USERNAME = 1;
const PASSWORD = 2;
const HOST = 3;
const HOSTNAME = 4;
const PORT = 5;
const PATHNAME = 6;
const SEARCH = 7;
const HASH = 8;

// In place of a URL's first argument: the second one is an href that was parsed already.
const parsed = Symbol('parsed');

function parseOrThrow(input, base) {
  const href = native.parse(input, base);
  if (href !== null) return href;
  // Unlike other coded errors, this one does not tell its code in its stack.
  const error = new TypeError('Invalid URL');
  error.code = 'ERR_INVALID_URL';
  error.input = input;
  if (base !== undefined) error.base = base;
  throw error;
}

function checkGiven(count) {
  if (count === 0) {
    const { ERR_MISSING_ARGS } = require('internal/errors').codes;
    throw new ERR_MISSING_ARGS('url');
  }
}

// Where the parts of a serialized URL start and end.
function findParts(href) {
  const protocolEnd = href.indexOf(':') + 1;
  const hash = href.indexOf('#', protocolEnd);
  const hashStart = hash === -1 ? href.length : hash;
  const search = href.indexOf('?', protocolEnd);
  const searchStart = search === -1 || search > hashStart ? hashStart : search;
  if (href.startsWith('//', protocolEnd)) return findAuthority(href, protocolEnd, searchStart, hashStart);

  // A path that starts with two slashes has /. in front of it, so as not to look like a host.
  const pathStart = href.startsWith('/.//', protocolEnd) ? protocolEnd + 2 : protocolEnd;
  return {
    protocolEnd,
    usernameEnd: protocolEnd,
    passwordStart: protocolEnd,
    passwordEnd: protocolEnd,
    hostStart: protocolEnd,
    hostnameEnd: protocolEnd,
    hostEnd: protocolEnd,
    pathStart,
    searchStart,
    hashStart,
  };
}

function findAuthority(href, protocolEnd, searchStart, hashStart) {
  const start = protocolEnd + 2;
  const slash = href.indexOf('/', start);
  const pathStart = slash === -1 || slash > searchStart ? searchStart : slash;
  let usernameEnd = start;
  let passwordStart = start;
  let passwordEnd = start;
  let hostStart = start;
  const at = href.indexOf('@', start);
  if (at !== -1 && at < pathStart) {
    const colon = href.indexOf(':', start);
    const hasPassword = colon !== -1 && colon < at;
    usernameEnd = hasPassword ? colon : at;
    passwordStart = hasPassword ? colon + 1 : at;
    passwordEnd = at;
    hostStart = at + 1;
  }
  const afterAddress = href[hostStart] === '[' ? href.indexOf(']', hostStart) : hostStart;
  const portColon = href.indexOf(':', afterAddress);
  const hostnameEnd = portColon === -1 || portColon > pathStart ? pathStart : portColon;
  return {
    protocolEnd,
    usernameEnd,
    passwordStart,
    passwordEnd,
    hostStart,
    hostnameEnd,
    hostEnd: pathStart,
    pathStart,
    searchStart,
    hashStart,
  };
}

// Private methods, in effect: the engine would define real ones on every single URL.
function wrongReceiver() {
  return new TypeError('Receiver must be an instance of class URL');
}

let partsOf;
let setHref;
let setPart;
let refreshSearchParams;

class URL {
  #href;
  #parts; // made when a part is first asked for
  #searchParams; // likewise

  static {
    partsOf = (url) => {
      if (url.#parts === undefined) url.#parts = findParts(url.#href);
      return url.#parts;
    };
    setHref = (url, href) => {
      url.#href = href;
      url.#parts = undefined;
    };
    setPart = (url, part, value) => setHref(url, native.set(url.#href, part, `${value}`));
    refreshSearchParams = (url) => {
      if (url.#searchParams !== undefined) {
        require('internal/url/search_params').replaceQuery(url.#searchParams, url.search);
      }
    };
  }

  constructor(url, base = undefined) {
    if (url === parsed) {
      this.#href = base;
      return;
    }
    checkGiven(arguments.length);
    this.#href = parseOrThrow(`${url}`, base === undefined ? undefined : `${base}`);
  }

  static parse(url, base = undefined) {
    checkGiven(arguments.length);
    const href = native.parse(`${url}`, base === undefined ? undefined : `${base}`);
    return href === null ? null : new URL(parsed, href);
  }

  static canParse(url, base = undefined) {
    checkGiven(arguments.length);
    return native.parse(`${url}`, base === undefined ? undefined : `${base}`) !== null;
  }

  static createObjectURL(obj) {
    return require('internal/buffer/object_urls').createObjectURL(obj);
  }

  static revokeObjectURL(url) {
    checkGiven(arguments.length);
    require('internal/buffer/object_urls').revokeObjectURL(url);
  }

  toString() {
    if (!(#href in this)) throw wrongReceiver();
    return this.#href;
  }

  get href() {
    if (!(#href in this)) throw wrongReceiver();
    return this.#href;
  }

  set href(value) {
    // What is no URL is refused before the value is.
    partsOf(this);
    const href = native.parse(`${value}`, undefined);
    if (href === null) {
      const { ERR_INVALID_URL } = require('internal/errors').codes;
      throw new ERR_INVALID_URL(`${value}`);
    }
    setHref(this, href);
    refreshSearchParams(this);
  }

  get origin() {
    const protocol = this.#href.slice(0, partsOf(this).protocolEnd);
    switch (protocol) {
      case 'http:':
      case 'https:':
      case 'ws:':
      case 'wss:':
      case 'ftp:':
        return `${protocol}//${this.host}`;
      case 'blob:': {
        const inner = URL.parse(this.pathname);
        return inner?.protocol === 'http:' || inner?.protocol === 'https:' ? inner.origin : 'null';
      }
      default:
        return 'null';
    }
  }

  get protocol() {
    return this.#href.slice(0, partsOf(this).protocolEnd);
  }

  set protocol(value) {
    setPart(this, PROTOCOL, value);
  }

  get username() {
    const { protocolEnd, usernameEnd } = partsOf(this);
    return usernameEnd > protocolEnd + 2 ? this.#href.slice(protocolEnd + 2, usernameEnd) : '';
  }

  set username(value) {
    setPart(this, USERNAME, value);
  }

  get password() {
    const { passwordStart, passwordEnd } = partsOf(this);
    return this.#href.slice(passwordStart, passwordEnd);
  }

  set password(value) {
    setPart(this, PASSWORD, value);
  }

  get host() {
    const { hostStart, hostEnd } = partsOf(this);
    return this.#href.slice(hostStart, hostEnd);
  }

  set host(value) {
    setPart(this, HOST, value);
  }

  get hostname() {
    const { hostStart, hostnameEnd } = partsOf(this);
    return this.#href.slice(hostStart, hostnameEnd);
  }

  set hostname(value) {
    setPart(this, HOSTNAME, value);
  }

  get port() {
    const { hostnameEnd, hostEnd } = partsOf(this);
    return this.#href.slice(hostnameEnd + 1, hostEnd);
  }

  set port(value) {
    setPart(this, PORT, value);
  }

  get pathname() {
    const { pathStart, searchStart } = partsOf(this);
    return this.#href.slice(pathStart, searchStart);
  }

  set pathname(value) {
    setPart(this, PATHNAME, value);
  }

  get search() {
    if (!(#href in this)) throw wrongReceiver();
    const { searchStart, hashStart } = partsOf(this);
    return hashStart - searchStart > 1 ? this.#href.slice(searchStart, hashStart) : '';
  }

  set search(value) {
    setPart(this, SEARCH, value);
    refreshSearchParams(this);
  }

  get searchParams() {
    if (this.#searchParams === undefined) {
      const { createForURL } = require('internal/url/search_params');
      this.#searchParams = createForURL(this.search, (query) => setPart(this, SEARCH, query));
    }
    return this.#searchParams;
  }

  get hash() {
    const { hashStart } = partsOf(this);
    return this.#href.length - hashStart > 1 ? this.#href.slice(hashStart) : '';
  }

  set hash(value) {
    setPart(this, HASH, value);
  }

  toJSON() {
    if (!(#href in this)) throw wrongReceiver();
    return this.#href;
  }

  [customInspect](depth, options) {
    const { name } = this.constructor;
    if (typeof depth === 'number' && depth < 0) return `${name} {}`;
    const {
      href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash,
    } = this;
    const shown = {
      href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash,
    };
    if (options.showHidden) require('internal/url/inspect').addContext(shown, href, partsOf(this));
    return `${name} ${require('util').inspect(shown, options)}`;
  }
}

for (const name of Object.getOwnPropertyNames(URL.prototype)) {
  if (name !== 'constructor') Object.defineProperty(URL.prototype, name, { __proto__: null, enumerable: true });
}
for (const name of ['parse', 'canParse', 'createObjectURL', 'revokeObjectURL']) {
  Object.defineProperty(URL, name, { __proto__: null, enumerable: true });
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { __proto__: null, value: 'URL', configurable: true });

// Whether an object is a URL of any realm, and not what url.parse() returns.
function isURL(value) {
  return Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
}

// The options of http.request() in a URL.
function urlToHttpOptions(url) {
  const { kValidateObjectAllowObjects, validateObject } = require('internal/validators');
  validateObject(url, 'url', kValidateObjectAllowObjects);
  const options = Object.assign({ __proto__: null }, url);
  for (const name of ['protocol', 'hostname', 'hash', 'search', 'pathname']) options[name] = url[name];
  options.path = `${options.pathname || ''}${options.search || ''}`;
  options.href = url.href;
  // An IPv6 address has brackets in URLs only.
  if (options.hostname?.[0] === '[') options.hostname = options.hostname.slice(1, -1);
  if (url.port !== '') options.port = Number(url.port);
  const login = [url.username, url.password];
  if (login[0] || login[1]) options.auth = login.map((part) => decodeURIComponent(part)).join(':');
  return options;
}

function checkDomain(count) {
  if (count === 0) {
    const { ERR_MISSING_ARGS } = require('internal/errors').codes;
    throw new ERR_MISSING_ARGS('domain');
  }
}

function domainToASCII(domain) {
  checkDomain(arguments.length);
  return native.domainToASCII(`${domain}`);
}

function domainToUnicode(domain) {
  checkDomain(arguments.length);
  return native.domainToUnicode(`${domain}`);
}

module.exports = {
  URL,
  domainToASCII,
  domainToUnicode,
  isURL,
  urlToHttpOptions,
  get URLSearchParams() {
    return require('internal/url/search_params').URLSearchParams;
  },
  fileURLToPath: (path, options) => require('internal/url/file_url').fileURLToPath(path, options),
  fileURLToPathBuffer: (path, options) => require('internal/url/file_url').fileURLToPathBuffer(path, options),
  pathToFileURL: (path, options) => require('internal/url/file_url').pathToFileURL(path, options),
};
