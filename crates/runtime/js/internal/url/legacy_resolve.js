// url.resolve(): a reference against a base, for the URLs of before the web's standard.
// A path is a text here, or null where a URL has none: '' is the path that has one empty segment.
'use strict';

const { Url, urlParse, slashed } = require('internal/url/legacy');

function resolveObject(base, relative) {
  if (typeof relative === 'string') relative = urlParse(relative, false, true);
  const result = Object.assign(new Url(), base);
  // The fragment is always the reference's, even where it has none.
  result.hash = relative.hash;
  if (relative.href !== '') merge(result, relative);
  result.href = result.format();
  return result;
}

// Makes of a copy of the base what the reference leads to.
function merge(result, relative) {
  const { protocol } = result;
  const isForeign = Boolean(relative.protocol) && relative.protocol !== protocol;
  if (isForeign && slashed.has(relative.protocol)) {
    takeAllButSlashes(result, relative);
  } else if (isForeign) {
    Object.assign(result, relative);
  } else if (relative.slashes && !relative.protocol) {
    // //host/path: all but the scheme is the reference's.
    Object.assign(result, relative);
    result.protocol = protocol;
    if (result.hostname && !result.pathname && slashed.has(protocol)) result.path = result.pathname = '/';
  } else {
    new PathMerge(result, relative).run();
  }
}

// A reference with another scheme, which has hosts. It may have slashes from the base.
function takeAllButSlashes(result, relative) {
  result.protocol = relative.protocol;
  const isFile = relative.protocol === 'file:' || relative.protocol === 'file';
  result.pathname = relative.host || isFile ? relative.pathname : takeHostFromPath(relative);
  result.search = relative.search;
  result.query = relative.query;
  result.host = relative.host || '';
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  placePath(result);
  result.slashes ||= relative.slashes;
}

// http:host/path: the first segment that is not empty is the host. Returns the path after it.
function takeHostFromPath(relative) {
  const text = relative.pathname || '';
  let start = 0;
  while (text.startsWith('/', start)) start++;
  const slash = text.indexOf('/', start);
  const end = slash === -1 ? text.length : slash;
  relative.host = text.slice(start, end);
  relative.hostname ||= '';
  const rest = text.slice(end + 1);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function placePath(result) {
  if (result.pathname !== null || result.search !== null) {
    result.path = `${result.pathname || ''}${result.search || ''}`;
  }
}

// What counts as the host of mailto:user@host and the like is the first segment of the path.
function withHost(host, path) {
  if (!host) return path;
  if (path === null) return host;
  return path === '' || path.startsWith('/') ? host + path : `${host}/${path}`;
}

function pathOf(url) {
  return url.pathname ? url.pathname : null;
}

// A path without its . and .. segments, and how many .. lead out of it.
function withoutDots(path) {
  const segments = [];
  let outside = 0;
  for (let start = 0; start <= path.length;) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    const segment = path.slice(start, end);
    if (segment === '..') {
      if (segments.length === 0) outside++;
      else segments.pop();
    } else if (segment !== '.') {
      segments.push(segment);
    }
    start = end + 1;
  }
  return { path: segments.length === 0 ? null : segments.join('/'), outside };
}

function isRooted(path) {
  return path !== null && (path === '' || path.startsWith('/'));
}

// Base and reference of the same scheme. `result` is the base at first.
class PathMerge {
  constructor(result, relative) {
    this.result = result;
    this.relative = relative;
    this.base = pathOf(result);
    this.added = pathOf(relative);
    // The reference has nothing of the base's path.
    this.replaces = Boolean(relative.host) || isRooted(this.added);
    this.mayLeadOut = !(this.replaces || isRooted(this.base) || (result.host && this.added !== null));
    this.isRooted = !this.mayLeadOut;
    this.isOpaque = Boolean(result.protocol) && !slashed.has(result.protocol);
  }

  run() {
    if (this.isOpaque) this.moveHostsIntoPaths();
    const { result, relative, base, added } = this;
    const hasSearch = relative.search !== null && relative.search !== undefined;
    if (!this.replaces && added === null) {
      if (hasSearch) this.finishWithBasePath();
      else this.finish(base);
      return;
    }
    if (this.replaces) this.takeHost();
    result.search = relative.search;
    result.query = relative.query;
    if (this.replaces || base === null) this.finish(added);
    else this.finish(base.slice(0, base.lastIndexOf('/') + 1) + added);
  }

  moveHostsIntoPaths() {
    const { result, relative } = this;
    this.base = withHost(result.host, this.base);
    result.host = '';
    result.hostname = '';
    result.port = null;
    if (relative.protocol) {
      this.added = withHost(relative.host, this.added);
      relative.host = null;
      relative.hostname = null;
      relative.port = null;
      result.auth = null;
    }
    this.isRooted &&= isRooted(this.added) || isRooted(this.base);
  }

  takeHost() {
    const { result, relative } = this;
    const { host, hostname } = relative;
    const hasHost = Boolean(host) || host === '';
    const hasHostname = Boolean(hostname) || hostname === '';
    if ((hasHost && result.host !== host) || (hasHostname && result.hostname !== hostname)) result.auth = null;
    if (hasHost) {
      result.host = host;
      result.port = relative.port;
    }
    if (hasHostname) result.hostname = hostname;
  }

  // ?query: the path is the base's.
  finishWithBasePath() {
    const { result, relative } = this;
    if (this.isOpaque) {
      if (this.base === null) result.host = result.hostname = undefined;
      else this.takeHostBack(this.base);
    }
    result.search = relative.search;
    result.query = relative.query;
    placePath(result);
  }

  finish(path) {
    const { result, relative } = this;
    if (path === null) {
      result.pathname = null;
      result.path = result.search ? `/${result.search}` : null;
      return;
    }
    result.pathname = this.finalPath(path);
    if (result.pathname === null) result.path = null;
    placePath(result);
    result.auth = relative.auth || result.auth;
    result.slashes ||= relative.slashes;
  }

  finalPath(whole) {
    const { result } = this;
    const isFolder = this.endsInFolder(whole);
    let { path, outside } = withoutDots(whole);
    if (this.mayLeadOut && outside > 0) {
      const ups = '../'.repeat(outside);
      path = path === null ? ups.slice(0, -1) : ups + path;
    }
    if (this.isRooted && !isRooted(path)) path = path === null ? '' : `/${path}`;
    if (isFolder && !path?.endsWith('/')) path = path === null ? '' : `${path}/`;
    const wasRooted = isRooted(path);
    if (this.isOpaque) {
      if (wasRooted || path === null) result.host = result.hostname = '';
      else path = this.takeHostBack(path);
    }
    if (!wasRooted && (this.isRooted || (result.host && path !== null))) return path === null ? '' : `/${path}`;
    return path;
  }

  // Whether a path that ends so has a slash at its end.
  endsInFolder(path) {
    const slash = path.lastIndexOf('/');
    const last = path.slice(slash + 1);
    if (last !== '.' && last !== '..') return last === '';
    return slash !== -1 || Boolean(this.result.host || this.relative.host);
  }

  // The first segment of an opaque URL is its host again, with the user in it; returns the other segments.
  takeHostBack(path) {
    const { result } = this;
    const slash = path.indexOf('/');
    const host = slash === -1 ? path : path.slice(0, slash);
    const at = host.indexOf('@');
    if (at > 0) {
      const next = host.indexOf('@', at + 1);
      result.auth = host.slice(0, at);
      result.host = result.hostname = host.slice(at + 1, next === -1 ? host.length : next);
    } else {
      result.host = result.hostname = host;
    }
    return slash === -1 ? null : path.slice(slash + 1);
  }
}

module.exports = { resolveObject };
