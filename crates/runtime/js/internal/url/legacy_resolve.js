// url.resolve(): a reference against a base, for the URLs of before the web's standard.
'use strict';

const { Url, parseLegacy, slashed } = require('internal/url/legacy');

function resolveObject(base, relative) {
  if (typeof relative === 'string') relative = parseLegacy(relative, false, true);
  const result = Object.assign(new Url(), base);
  // The fragment is always the reference's, even where it has none.
  result.hash = relative.hash;
  if (relative.href === '') {
    result.href = result.format();
    return result;
  }
  if (relative.slashes && !relative.protocol) return resolveHost(result, relative);
  if (relative.protocol && relative.protocol !== result.protocol) return resolveScheme(result, relative);
  return resolvePath(result, relative);
}

// //host/path: all but the scheme is the reference's.
function resolveHost(result, relative) {
  const { protocol } = result;
  Object.assign(result, relative, { protocol });
  if (slashed.has(result.protocol) && result.hostname && !result.pathname) {
    result.pathname = '/';
    result.path = '/';
  }
  result.href = result.format();
  return result;
}

// A reference with another scheme.
function resolveScheme(result, relative) {
  if (!slashed.has(relative.protocol)) {
    Object.assign(result, relative);
    result.href = result.format();
    return result;
  }
  result.protocol = relative.protocol;
  if (!relative.host && !/^file:?$/.test(relative.protocol) && relative.protocol !== 'javascript:') {
    takeHostFromPath(result, relative);
  } else {
    result.pathname = relative.pathname;
  }
  result.search = relative.search;
  result.query = relative.query;
  result.host = relative.host || '';
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  setPath(result);
  result.slashes ||= relative.slashes;
  result.href = result.format();
  return result;
}

// http:host/path of a scheme that needs a host: its first segment is one.
function takeHostFromPath(result, relative) {
  const segments = (relative.pathname || '').split('/');
  let host;
  while (segments.length > 0 && !(host = segments.shift()));
  relative.host = host || '';
  relative.hostname ||= '';
  if (segments[0] !== '') segments.unshift('');
  if (segments.length < 2) segments.unshift('');
  result.pathname = segments.join('/');
}

function setPath(result) {
  if (result.pathname !== null || result.search !== null) {
    result.path = `${result.pathname || ''}${result.search || ''}`;
  }
}

function resolvePath(result, relative) {
  const isBaseAbsolute = result.pathname?.startsWith('/');
  const isRelativeAbsolute = relative.host || relative.pathname?.startsWith('/');
  const hasHostWithoutSlashes = Boolean(result.protocol) && !slashed.has(result.protocol);
  let mustBeAbsolute = isRelativeAbsolute || isBaseAbsolute || (result.host && relative.pathname);
  const hadToBeAbsolute = mustBeAbsolute;
  let segments = result.pathname?.split('/') ?? [];
  const added = relative.pathname?.split('/') ?? [];

  // What counts as the host of mailto:user@host and the like is a part of the path here.
  if (hasHostWithoutSlashes) {
    hideHost(result, segments);
    if (relative.protocol) {
      relative.hostname = null;
      relative.port = null;
      result.auth = null;
      if (relative.host) prependHost(relative, added);
      relative.host = null;
    }
    mustBeAbsolute = mustBeAbsolute && (added[0] === '' || segments[0] === '');
  }

  if (isRelativeAbsolute) {
    takeHost(result, relative);
    result.search = relative.search;
    result.query = relative.query;
    segments = added;
  } else if (added.length > 0) {
    segments.pop();
    segments = segments.concat(added);
    result.search = relative.search;
    result.query = relative.query;
  } else if (relative.search !== null && relative.search !== undefined) {
    return resolveSearch(result, relative, segments, hasHostWithoutSlashes);
  }
  if (segments.length === 0) return finishWithoutPath(result);
  return finish(result, relative, segments, { mustBeAbsolute, hadToBeAbsolute, hasHostWithoutSlashes });
}

function hideHost(result, segments) {
  result.hostname = '';
  result.port = null;
  if (result.host) prependHost(result, segments);
  result.host = '';
}

function prependHost(url, segments) {
  if (segments[0] === '') segments[0] = url.host;
  else segments.unshift(url.host);
}

function takeHost(result, relative) {
  if (relative.host || relative.host === '') {
    if (result.host !== relative.host) result.auth = null;
    result.host = relative.host;
    result.port = relative.port;
  }
  if (relative.hostname || relative.hostname === '') {
    if (result.hostname !== relative.hostname) result.auth = null;
    result.hostname = relative.hostname;
  }
}

// user@host in what should be a host name alone.
function splitAuth(result) {
  if (!(result.host?.indexOf('@') > 0)) return;
  const [auth, host] = result.host.split('@');
  result.auth = auth;
  result.host = result.hostname = host;
}

// ?query: the path is the base's.
function resolveSearch(result, relative, segments, hasHostWithoutSlashes) {
  if (hasHostWithoutSlashes) {
    result.hostname = result.host = segments.shift();
    splitAuth(result);
  }
  result.search = relative.search;
  result.query = relative.query;
  setPath(result);
  result.href = result.format();
  return result;
}

function finishWithoutPath(result) {
  result.pathname = null;
  result.path = result.search ? `/${result.search}` : null;
  result.href = result.format();
  return result;
}

function finish(result, relative, segments, { mustBeAbsolute, hadToBeAbsolute, hasHostWithoutSlashes }) {
  const last = segments.at(-1);
  const isFolder = ((result.host || relative.host || segments.length > 1) &&
    (last === '.' || last === '..')) || last === '';
  let up = removeDots(segments);
  if (!mustBeAbsolute && !hadToBeAbsolute) while (up-- > 0) segments.unshift('..');
  if (mustBeAbsolute && segments[0] !== '' && !segments[0]?.startsWith('/')) segments.unshift('');
  if (isFolder && !segments.join('/').endsWith('/')) segments.push('');
  let isAbsolute = segments[0] === '' || segments[0]?.startsWith('/');

  if (hasHostWithoutSlashes) {
    result.hostname = result.host = isAbsolute ? '' : segments.length > 0 ? segments.shift() : '';
    splitAuth(result);
  }
  mustBeAbsolute ||= result.host && segments.length > 0;
  if (mustBeAbsolute && !isAbsolute) {
    segments.unshift('');
    isAbsolute = true;
  }
  if (segments.length === 0) {
    result.pathname = null;
    result.path = null;
  } else {
    result.pathname = segments.join('/');
  }
  setPath(result);
  result.auth = relative.auth || result.auth;
  result.slashes ||= relative.slashes;
  result.href = result.format();
  return result;
}

// Takes . and .. out of a list of segments; returns how many .. are left over.
function removeDots(segments) {
  let up = 0;
  for (let i = segments.length - 1; i >= 0; i--) {
    if (segments[i] === '.') {
      segments.splice(i, 1);
    } else if (segments[i] === '..') {
      segments.splice(i, 1);
      up++;
    } else if (up > 0) {
      segments.splice(i, 1);
      up--;
    }
  }
  return up;
}

module.exports = { resolveObject };
