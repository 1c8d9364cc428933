// The URLs of before the web's standard: class Url, behind url.parse(), url.format() and url.resolve().
'use strict';

const native = binding('url');

// Schemes whose URLs have // after them even when it is not written.
const slashed = new Set([
  'http', 'http:', 'https', 'https:', 'ftp', 'ftp:', 'gopher', 'gopher:', 'file', 'file:', 'ws', 'ws:', 'wss', 'wss:',
]);

// Schemes that never have a host, and whose rest is left as it is.
function isScript(protocol) {
  return protocol === 'javascript' || protocol === 'javascript:';
}

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// A path without a scheme, host and fragment: by far the most frequent, as servers parse req.url.
const simplePath = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/;

// The same, where there is nothing to normalize either.
const plainPath = /^(\/\/?(?!\/)[!$-.0-;=A-Z[\]_a-z~/]*)(\?[!-"$-~]*)?$/;

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  if (typeof url !== 'string') require('internal/validators').validateString(url, 'url');
  const plain = slashesDenoteHost ? null : plainPath.exec(url);
  if (plain !== null) return parseSimple(this, url, plain, parseQueryString);
  const { rest: text, hasHash, hasAt } = normalize(url);
  if (!slashesDenoteHost && !hasHash && !hasAt) {
    const match = simplePath.exec(text);
    if (match !== null) return parseSimple(this, text, match, parseQueryString);
  }

  let rest = text;
  const [protocol] = /^[a-z0-9.+-]+:/i.exec(rest) ?? [];
  const scheme = protocol?.toLowerCase();
  if (protocol !== undefined) {
    this.protocol = scheme;
    rest = rest.slice(protocol.length);
  }

  const mayHaveHost = slashesDenoteHost || protocol !== undefined || /^\/\/[^@/]+@[^@/]+/.test(rest);
  const hasSlashes = mayHaveHost && rest.startsWith('//') && !(scheme !== undefined && isScript(scheme));
  if (hasSlashes) {
    rest = rest.slice(2);
    this.slashes = true;
  }
  if (!isScript(scheme) && (hasSlashes || (protocol !== undefined && !slashed.has(scheme)))) {
    rest = parseAuthority(this, rest, url);
  }
  if (!isScript(scheme)) rest = escapeRest(rest);
  parsePath(this, rest, parseQueryString);
  if (slashed.has(scheme) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = `${this.pathname ?? ''}${this.search ?? ''}`;
  this.href = this.format();
  return this;
};

// Trims white space, and turns backslashes before the query into slashes, as browsers do.
function normalize(url) {
  const trimmed = url.replace(/^[\0-\x20\u00a0\ufeff]+|[\0-\x20\u00a0\ufeff]+$/g, '');
  const end = trimmed.search(/[?#]/);
  const head = end === -1 ? trimmed : trimmed.slice(0, end);
  return {
    rest: head.replaceAll('\\', '/') + trimmed.slice(head.length),
    hasHash: trimmed.includes('#'),
    hasAt: head.includes('@'),
  };
}

function parseSimple(url, text, [, pathname, search], parseQueryString) {
  url.path = text;
  url.href = text;
  url.pathname = pathname;
  if (search !== undefined) {
    url.search = search;
    url.query = parseQueryString ? parseQuery(search.slice(1)) : search.slice(1);
  } else if (parseQueryString) {
    url.search = null;
    url.query = { __proto__: null };
  }
  return url;
}

function parseQuery(query) {
  return require('querystring').parse(query);
}

// Takes user, host and port off the start of a text; returns what follows them.
function parseAuthority(url, text, input) {
  const end = text.search(/[/?#]/);
  const authority = (end === -1 ? text : text.slice(0, end)).replace(/[\t\n\r]/g, '');
  const at = authority.lastIndexOf('@');
  if (at !== -1) url.auth = decodeURIComponent(authority.slice(0, at));
  // The host ends at the first of these, which a user and password may contain.
  const [host] = /^[^ "%';<>\\^`{|}]*/.exec(authority.slice(at + 1));
  const rest = authority.slice(at + 1 + host.length) + (end === -1 ? '' : text.slice(end));

  url.host = host;
  url.parseHost();
  url.hostname ??= '';
  const isAddress = url.hostname.startsWith('[') && url.hostname.endsWith(']');
  normalizeHostname(url, isAddress, input);
  url.host = `${url.hostname}${url.port === null ? '' : `:${url.port}`}`;
  if (!isAddress) return rest;
  url.hostname = url.hostname.slice(1, -1);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const MAX_HOSTNAME_LENGTH = 255;

function normalizeHostname(url, isAddress, input) {
  const { codes } = require('internal/errors');
  if (!isAddress && url.hostname.includes(':')) {
    throw new codes.ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', input);
  }
  if (url.hostname.length > MAX_HOSTNAME_LENGTH) url.hostname = '';
  else url.hostname = url.hostname.toLowerCase();

  const forbidden = isAddress ? /[\0\t\n\r #%/<>?@\\^|]/ : /[\0\t\n\r #%/:<>?@[\\\]^|]/;
  if (url.hostname === '') return;
  if (!isAddress && /[^\0-\x7f]/.test(url.hostname)) {
    url.hostname = native.idnaToASCII(url.hostname);
    if (url.hostname === '') throw new codes.ERR_INVALID_URL(input);
  }
  if (forbidden.test(url.hostname)) throw new codes.ERR_INVALID_URL(input);
}

Url.prototype.parseHost = function parseHost() {
  let { host } = this;
  const [port] = /:[0-9]*$/.exec(host) ?? [];
  if (port !== undefined) {
    if (port !== ':') this.port = port.slice(1);
    host = host.slice(0, -port.length);
  }
  if (host) this.hostname = host;
};

function escapeRest(rest) {
  return rest.replace(/[\t\n\r "'<>\\^`{|}]/g, (character) =>
    `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

function parsePath(url, rest, parseQueryString) {
  const hash = rest.indexOf('#');
  if (hash !== -1) {
    url.hash = rest.slice(hash);
    rest = rest.slice(0, hash);
  }
  const question = rest.indexOf('?');
  if (question !== -1) {
    url.search = rest.slice(question);
    const query = rest.slice(question + 1);
    url.query = parseQueryString ? parseQuery(query) : query;
    rest = rest.slice(0, question);
  } else if (parseQueryString) {
    url.query = { __proto__: null };
  }
  if (rest !== '') url.pathname = rest;
}

Url.prototype.format = function format() {
  const auth = this.auth ? `${encodeAuth(this.auth)}@` : '';
  let protocol = this.protocol || '';
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  let host = formatHost(this, auth);

  let pathname = (this.pathname || '').replace(/[?#]/g, encodeURIComponent);
  if (this.slashes || slashed.has(protocol)) {
    if (this.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (/^file/.test(protocol)) {
      host = '//';
    }
  }
  return `${protocol}${host}${pathname}${formatSearch(this)}${formatHash(this)}`;
};

function encodeAuth(auth) {
  return encodeURIComponent(auth).replaceAll('%3A', ':');
}

function formatHost(url, auth) {
  if (url.host) return auth + url.host;
  if (!url.hostname) return '';
  const isBareAddress = url.hostname.includes(':') && !/^\[.*\]$/s.test(url.hostname);
  const name = isBareAddress ? `[${url.hostname}]` : url.hostname;
  return `${auth}${name}${url.port ? `:${url.port}` : ''}`;
}

function formatSearch(url) {
  const query = url.query !== null && typeof url.query === 'object' ?
    require('querystring').stringify(url.query) :
    '';
  let search = url.search || (query && `?${query}`) || '';
  if (search && !search.startsWith('?')) search = `?${search}`;
  return search.replaceAll('#', '%23');
}

function formatHash({ hash }) {
  if (!hash) return '';
  return hash.startsWith('#') ? hash : `#${hash}`;
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(parseLegacy(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  return require('internal/url/legacy_resolve').resolveObject(this, relative);
};

let warned = false;

function parseLegacy(url, parseQueryString, slashesDenoteHost) {
  if (!warned && !require('internal/called_from_package').isCalledFromPackage(parseLegacy)) {
    warned = true;
    process.emitWarning('`url.parse()` behavior is not standardized and prone to errors that have ' +
      'security implications. Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` ' +
      'vulnerabilities.', 'DeprecationWarning', 'DEP0169');
  }
  if (url instanceof Url) return url;
  const parsed = new Url();
  parsed.parse(url, parseQueryString, slashesDenoteHost);
  return parsed;
}

module.exports = { Url, parseLegacy, slashed };
