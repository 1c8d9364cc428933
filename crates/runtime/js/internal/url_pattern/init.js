// What a pattern is made of, or a URL compared with, given by its components and a base.
'use strict';

const { URL } = require('internal/url');
const { InvalidPattern } = require('internal/url_pattern/parts');
const { escapePattern } = require('internal/url_pattern/component');
const canonical = require('internal/url_pattern/canonical');

const kComponents = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

// What the base is asked for, and what must not be given if it is to tell.
const kInherited = [
  ['protocol', ['protocol']],
  ['username', ['protocol', 'hostname', 'port', 'username']],
  ['password', ['protocol', 'hostname', 'port', 'username', 'password']],
  ['hostname', ['protocol', 'hostname']],
  ['port', ['protocol', 'hostname', 'port']],
  ['pathname', ['protocol', 'hostname', 'port', 'pathname']],
  ['search', ['protocol', 'hostname', 'port', 'pathname', 'search']],
  ['hash', ['protocol', 'hostname', 'port', 'pathname', 'search', 'hash']],
];

function componentsOf(url) {
  return {
    __proto__: null,
    protocol: url.protocol.slice(0, -1),
    username: url.username,
    password: url.password,
    hostname: url.hostname,
    port: url.port,
    pathname: url.pathname,
    search: url.search.slice(1),
    hash: url.hash.slice(1),
  };
}

function inherit(result, init, url, isPattern) {
  const base = componentsOf(url);
  for (const { 0: name, 1: blockers } of kInherited) {
    if (isPattern && (name === 'username' || name === 'password')) continue;
    if (blockers.some((blocker) => init[blocker] !== undefined)) continue;
    result[name] = isPattern ? escapePattern(base[name]) : base[name];
  }
}

function isAbsolute(path, isPattern) {
  if (path[0] === '/') return true;
  return isPattern && (path.startsWith('\\/') || path.startsWith('{/'));
}

function hasOpaquePath(url) {
  return url.pathname[0] !== '/' && url.pathname !== '';
}

// The path beside that of the base, if it does not begin at the root.
function resolvePath(path, url, isPattern) {
  if (url === null || hasOpaquePath(url) || isAbsolute(path, isPattern)) return path;
  const base = isPattern ? escapePattern(url.pathname) : url.pathname;
  return base.slice(0, base.lastIndexOf('/') + 1) + path;
}

function withoutSign(text, sign) {
  return text[0] === sign ? text.slice(1) : text;
}

// Components of a pattern stay as they are; those of a URL get the form that URLs give them.
function processInit(init, isPattern) {
  const result = { __proto__: null };
  if (!isPattern) for (const name of kComponents) result[name] = '';
  let base = null;
  if (init.baseURL !== undefined) {
    base = URL.parse(init.baseURL);
    if (base === null) throw new InvalidPattern();
    inherit(result, init, base, isPattern);
  }
  const put = (name, form, value = init[name]) => {
    if (value !== undefined) result[name] = isPattern ? value : form(value);
  };
  put('protocol', canonical.protocol, init.protocol?.replace(/:$/, ''));
  put('username', canonical.username);
  put('password', canonical.password);
  put('hostname', canonical.domain);
  const scheme = result.protocol ?? '';
  put('port', (value) => canonical.port(value, scheme));
  if (init.pathname !== undefined) {
    put('pathname', canonical.pathOf(scheme), resolvePath(init.pathname, base, isPattern));
  }
  put('search', canonical.search, init.search === undefined ? undefined : withoutSign(init.search, '?'));
  put('hash', canonical.hash, init.hash === undefined ? undefined : withoutSign(init.hash, '#'));
  return result;
}

module.exports = { componentsOf, kComponents, processInit };
