// The URLs of before the web's standard: class Url, behind url.parse(), url.format() and url.resolve().
'use strict';

const native = binding('url');

// Schemes whose URLs have // after them even when it is not written.
const slashed = new Set();
for (const name of ['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss']) slashed.add(name).add(`${name}:`);

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

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const hash = 35;
const slash = 47;
const colon = 58;
const question = 63;
const at = 64;

// What an ASCII character means, a bit each.
const inScheme = 1;
const isBlank = 2;
// Is written as %XX in what follows the host.
const isEscaped = 4;
// The host ends before it, which a user and a password may contain.
const endsHost = 8;
// Makes the name of a host, or an IPv6 address in brackets, invalid.
const notInName = 16;
const notInAddress = 32;
// Makes a path or query special.
const isNotable = 64;
const endsPath = 128;

const meanings = new Uint8Array(128);

function mean(bit, characters) {
  for (let i = 0; i < characters.length; i++) meanings[characters.charCodeAt(i)] |= bit;
}

mean(inScheme, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-');
for (let code = 0; code <= 32; code++) meanings[code] |= isBlank;
mean(isEscaped, '\t\n\r "\'<>\\^`{|}');
mean(endsHost, ' "%\';<>\\^`{|}');
mean(notInName | notInAddress, '\0\t\n\r #%/<>?@\\^|');
mean(notInName, ':[]');
mean(isNotable, '\t\n\v\f\r #@');
mean(endsPath, '?#');

function means(code, bits) {
  return code < 128 && (meanings[code] & bits) !== 0;
}

function isTrimmed(code) {
  return code < 128 ? (meanings[code] & isBlank) !== 0 : code === 0xa0 || code === 0xfeff;
}

// White space in the language's sense, beyond ASCII.
function isSpace(code) {
  return String.fromCharCode(code).trim() === '';
}

// A URL without the blanks around it, which most do not have.
function trimBlanks(url) {
  const last = url.length - 1;
  if (last < 0 || !(isTrimmed(url.charCodeAt(0)) || isTrimmed(url.charCodeAt(last)))) return url;
  let start = 0;
  while (start <= last && isTrimmed(url.charCodeAt(start))) start++;
  return url.substring(start, start + keptLength(url, start));
}

// How many characters from `start` on are left without the blanks at the end.
function keptLength(url, start) {
  for (let length = url.length - start; length > 0; length--) {
    if (!isTrimmed(url.charCodeAt(start + length - 1))) return length;
  }
  return 0;
}

// Where the path ends: before the query or the fragment.
function pathEndOf(text) {
  let end = 0;
  while (end < text.length && !means(text.charCodeAt(end), endsPath)) end++;
  return end;
}

// Whether the whole is a path and a query with nothing special in them.
function isSimple(text, pathEnd) {
  if (text.charCodeAt(0) !== slash || text.startsWith('///')) return false;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 ? (meanings[code] & isNotable) !== 0 : isSpace(code)) {
      // An @ matters in front of the query only.
      if (code !== at || i < pathEnd) return false;
    }
  }
  return true;
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  if (typeof url !== 'string') require('internal/validators').validateString(url, 'url');
  let text = trimBlanks(url);
  const pathEnd = pathEndOf(text);
  // Backslashes count as slashes there, as in browsers.
  const backslash = text.indexOf('\\');
  if (backslash !== -1 && backslash < pathEnd) {
    text = text.substring(0, pathEnd).replaceAll('\\', '/') + text.substring(pathEnd);
  }
  if (!slashesDenoteHost && isSimple(text, pathEnd)) {
    // By far the most frequent, as servers parse req.url: nothing is escaped in these.
    this.href = text;
    this.path = text;
    placeTail(this, text, pathEnd, text.length, parseQueryString);
    return this;
  }

  let position = schemeEnd(text);
  const scheme = text.substring(0, position);
  if (position > 0) this.protocol = scheme.toLowerCase();
  const isScript = this.protocol === 'javascript:';
  if (!isScript) {
    if (text.startsWith('//', position) && (slashesDenoteHost || position > 0 || hasLogin(text))) {
      this.slashes = true;
      position += 2;
    }
    // A known scheme counts as one here only if it is in lower case.
    const hasAuthority = this.slashes || (scheme !== '' && !slashed.has(scheme));
    placeRest(this, hasAuthority ? takeAuthority(this, text, position, url) : text.substring(position), parseQueryString);
  } else {
    placeTail(this, ...splitTail(text.substring(position)), parseQueryString);
  }

  if (!this.pathname && this.hostname && slashed.has(this.protocol)) this.pathname = '/';
  if (this.pathname || this.search) this.path = `${this.pathname ?? ''}${this.search ?? ''}`;
  this.href = this.format();
  return this;
};

// The length of 'scheme:', or 0.
function schemeEnd(text) {
  let end = 0;
  while (end < text.length && means(text.charCodeAt(end), inScheme)) end++;
  return end > 0 && text.charCodeAt(end) === colon ? end + 1 : 0;
}

// '//user@host': two slashes are the start of a host even without a scheme.
function hasLogin(text) {
  const end = text.indexOf('@', 2);
  if (end <= 2 || end + 1 >= text.length || text.lastIndexOf('/', end) > 1) return false;
  const next = text.charCodeAt(end + 1);
  return next !== at && next !== slash;
}

// Takes user, host and port, which begin at `start`; returns what follows them.
function takeAuthority(url, text, start, input) {
  let end = start;
  let login = -1;
  let hasBreaks = false;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === slash || code === question || code === hash) break;
    if (code === at) login = end;
    else if (code === tab || code === lineFeed || code === carriageReturn) hasBreaks = true;
  }
  // Tabs and ends of lines are skipped up to here.
  const clean = (from, to) => {
    const part = text.slice(from, to);
    return hasBreaks ? part.replaceAll('\t', '').replaceAll('\n', '').replaceAll('\r', '') : part;
  };
  if (login !== -1) url.auth = decodeURIComponent(clean(start, login));
  let hostEnd = login === -1 ? start : login + 1;
  const hostStart = hostEnd;
  while (hostEnd < end && !means(text.charCodeAt(hostEnd), endsHost)) hostEnd++;
  url.host = clean(hostStart, hostEnd);
  const rest = hasBreaks ? clean(hostEnd, end) + text.substring(end) : text.substring(hostEnd);
  return placeHost(url, input) && !rest.startsWith('/') ? `/${rest}` : rest;
}

// Sets host, hostname and port from the host; tells whether it is an address in brackets.
function placeHost(url, input) {
  url.parseHost();
  const name = url.hostname ?? '';
  const isAddress = name.startsWith('[') && name.endsWith(']');
  const checked = checkedHostname(name, isAddress, input);
  url.hostname = isAddress ? checked.slice(1, -1) : checked;
  url.host = url.port === null ? checked : `${checked}:${url.port}`;
  return isAddress;
}

const longestHostname = 255;

function checkedHostname(name, isAddress, input) {
  const { codes } = require('internal/errors');
  if (!isAddress && name.includes(':')) {
    throw new codes.ERR_INVALID_ARG_VALUE('url', 'Invalid port in url', input);
  }
  if (name.length > longestHostname) return '';
  let hostname = name.toLowerCase();
  const forbidden = isAddress ? notInAddress : notInName;
  for (let i = 0; i < hostname.length; i++) {
    const code = hostname.charCodeAt(i);
    if (code >= 128 && !isAddress) {
      hostname = native.idnaToASCII(hostname);
      if (hostname === '') throw new codes.ERR_INVALID_URL(input);
      // From the start again, of what is ASCII now.
      i = -1;
    } else if (means(code, forbidden)) {
      throw new codes.ERR_INVALID_URL(input);
    }
  }
  return hostname;
}

Url.prototype.parseHost = function parseHost() {
  const { host } = this;
  if (!host) return;
  let digits = host.length;
  while (digits > 0 && isDigit(host.charCodeAt(digits - 1))) digits--;
  const hasPort = digits > 0 && host.charCodeAt(digits - 1) === colon;
  if (hasPort && digits < host.length) this.port = host.substring(digits);
  const name = hasPort ? host.substring(0, digits - 1) : host;
  if (name) this.hostname = name;
};

function isDigit(code) {
  return code >= 48 && code <= 57;
}

// Path, query and fragment, with what may not stand there escaped.
function placeRest(url, rest, parseQueryString) {
  let escaped = '';
  let copied = 0;
  for (let i = 0; i < rest.length; i++) {
    const code = rest.charCodeAt(i);
    if (!means(code, isEscaped)) continue;
    const digits = code.toString(16).toUpperCase();
    escaped += `${rest.substring(copied, i)}%${code < 16 ? '0' : ''}${digits}`;
    copied = i + 1;
  }
  if (copied > 0) rest = escaped + rest.substring(copied);
  const [text, pathEnd, queryEnd] = splitTail(rest);
  placeTail(url, text, pathEnd, queryEnd, parseQueryString);
}

// Where the path and the query of a text end.
function splitTail(text) {
  const fragment = text.indexOf('#');
  const queryEnd = fragment === -1 ? text.length : fragment;
  const query = text.indexOf('?');
  return [text, query === -1 || query > queryEnd ? queryEnd : query, queryEnd];
}

function placeTail(url, text, pathEnd, queryEnd, parseQueryString) {
  if (pathEnd > 0) url.pathname = text.substring(0, pathEnd);
  if (queryEnd < text.length) url.hash = text.substring(queryEnd);
  if (pathEnd < queryEnd) {
    url.search = text.substring(pathEnd, queryEnd);
    const query = url.search.substring(1);
    url.query = parseQueryString ? require('querystring').parse(query) : query;
  } else if (parseQueryString) {
    url.query = { __proto__: null };
  }
}

Url.prototype.format = function format() {
  const protocol = !this.protocol || this.protocol.endsWith(':') ? this.protocol || '' : `${this.protocol}:`;
  const authority = formatAuthority(this);
  const path = this.pathname ? this.pathname.replaceAll('#', '%23').replaceAll('?', '%3F') : '';
  const tail = `${formatSearch(this)}${formatHash(this.hash)}`;

  if (this.slashes || (authority !== '' && slashed.has(protocol))) {
    const gap = path === '' || path.startsWith('/') ? '' : '/';
    return `${protocol}//${authority}${gap}${path}${tail}`;
  }
  const isFile = protocol === 'file:' && authority === '';
  return `${protocol}${isFile ? '//' : authority}${path}${tail}`;
};

function formatAuthority({ auth, host, hostname, port }) {
  let text = host;
  if (!host) {
    if (!hostname) return '';
    const isBareAddress = hostname.includes(':') && !(hostname.startsWith('[') && hostname.endsWith(']'));
    text = isBareAddress ? `[${hostname}]` : hostname;
    if (port) text += `:${port}`;
  }
  return auth ? `${encodeURIComponent(auth).replaceAll('%3A', ':')}@${text}` : text;
}

function formatSearch({ query, search }) {
  let text = search || '';
  if (query !== null && typeof query === 'object') {
    // It is asked for its properties even where the search is known already.
    const pairs = require('querystring').stringify(query);
    if (text === '' && pairs !== '') text = `?${pairs}`;
  }
  if (text === '') return '';
  return `${text.startsWith('?') ? '' : '?'}${text.replaceAll('#', '%23')}`;
}

function formatHash(fragment) {
  if (!fragment) return '';
  return fragment.startsWith('#') ? fragment : `#${fragment}`;
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(urlParse(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  return require('internal/url/legacy_resolve').resolveObject(this, relative);
};

let warned = false;

function warnOnce(caller) {
  if (require('internal/called_from_package').isCalledFromPackage(caller)) return;
  warned = true;
  process.emitWarning('`url.parse()` behavior is not standardized and prone to errors that have ' +
    'security implications. Use the WHATWG URL API instead. CVEs are not issued for `url.parse()` ' +
    'vulnerabilities.', 'DeprecationWarning', 'DEP0169');
}

function urlParse(url, parseQueryString, slashesDenoteHost) {
  if (!warned) warnOnce(urlParse);
  return url instanceof Url ? url : new Url().parse(url, parseQueryString, slashesDenoteHost);
}

module.exports = { Url, urlParse, slashed };
