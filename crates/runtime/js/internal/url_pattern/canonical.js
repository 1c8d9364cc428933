// The parts of URLs in the form that a URL gives them: each is set on a URL that is there for nothing else.
'use strict';

const { URL } = require('internal/url');
const { InvalidPattern } = require('internal/url_pattern/parts');
const { kSpecialSchemes } = require('internal/url_pattern/component');

const kHost = 'dummy.invalid';
const kDefaultPorts = { __proto__: null, http: '80', https: '443', ws: '80', wss: '443', ftp: '21' };

function someUrl(scheme = 'https') {
  return new URL(`${scheme}://${kHost}/`);
}

function protocol(value) {
  if (value === '') return '';
  const url = URL.parse(`${value}://${kHost}/`);
  if (url === null) throw new InvalidPattern();
  return url.protocol.slice(0, -1);
}

function username(value) {
  const url = someUrl();
  url.username = value;
  return url.username;
}

function password(value) {
  const url = someUrl();
  url.password = value;
  return url.password;
}

// The setter leaves a host as it was if it does not like the other.
function setHost(scheme, value) {
  if (value === '') return '';
  const url = someUrl(scheme);
  url.hostname = value;
  if (url.hostname === kHost && value.toLowerCase() !== kHost) throw new InvalidPattern();
  return url.hostname;
}

function domain(value) {
  return setHost('https', value);
}

function hostname(value) {
  return setHost('other', value);
}

function ipv6(value) {
  if (/[^0-9a-fA-F[\]:]/.test(value)) throw new InvalidPattern();
  return value.toLowerCase();
}

function port(value, scheme) {
  const [digits] = /^[0-9]*/.exec(value.replace(/[\t\n\r]/g, ''));
  if (digits === '') {
    if (value === '') return '';
    throw new InvalidPattern();
  }
  const number = Number(digits);
  if (number > 65535) throw new InvalidPattern();
  return kDefaultPorts[scheme] === `${number}` ? '' : `${number}`;
}

function pathname(value) {
  if (value === '') return '';
  const url = someUrl();
  if (value[0] === '/') {
    url.pathname = value;
    return url.pathname;
  }
  // Something in front, so that nothing is taken for a path from the root.
  url.pathname = `/-${value}`;
  return url.pathname.slice(2);
}

function opaquePathname(value) {
  return value === '' ? '' : new URL(`data:-${value}#`).pathname.slice(1);
}

function search(value) {
  const url = someUrl();
  url.search = `?${value}`;
  return url.search.slice(1);
}

function hash(value) {
  const url = someUrl();
  url.hash = `#${value}`;
  return url.hash.slice(1);
}

function pathOf(scheme) {
  return scheme === '' || kSpecialSchemes.includes(scheme) ? pathname : opaquePathname;
}

module.exports = {
  domain,
  hash,
  hostname,
  ipv6,
  kDefaultPorts,
  opaquePathname,
  password,
  pathOf,
  pathname,
  port,
  protocol,
  search,
  username,
};
