// How util.inspect shows URLSearchParams and their iterators, and what it shows of a URL with showHidden.
'use strict';

function innerInspector(depth, options) {
  const { inspect } = require('util');
  const inner = { ...options };
  if (typeof depth === 'number') inner.depth = depth - 1;
  return (value) => inspect(value, inner);
}

function visibleLength(text) {
  return require('util').stripVTControlCharacters(text).length;
}

function inspectParams(params, list, depth, options) {
  const inspect = innerInspector(depth, options);
  const pairs = [];
  let length = 0;
  for (let i = 0; i < list.length; i += 2) {
    const pair = `${inspect(list[i])} => ${inspect(list[i + 1])}`;
    pairs.push(pair);
    length += visibleLength(pair) + 2;
  }
  const { name } = params.constructor;
  if (pairs.length === 0) return `${name} {}`;
  return length - 2 > options.breakLength ?
    `${name} {\n  ${pairs.join(',\n  ')} }` :
    `${name} { ${pairs.join(', ')} }`;
}

function inspectIterator(iterator, items, depth, options) {
  const inspect = innerInspector(depth, options);
  const shown = items.map(inspect);
  const tag = iterator[Symbol.toStringTag];
  // Broken into lines where an array of the items would be.
  return inspect(items).includes('\n') ?
    `${tag} {\n  ${shown.join(',\n  ')} }` :
    `${tag} { ${shown.join(', ')} }`;
}

// Stands for a number of URLContext that a URL does not have.
const kNone = 0xffffffff;
// In the order of their numbers.
const kSchemes = ['http:', undefined, 'https:', 'ws:', 'ftp:', 'wss:', 'file:'];
const kOtherScheme = 1;

// Where the parts of a URL are, in the form in which Node keeps it.
class URLContext {
  constructor(href, parts) {
    const hasPassword = parts.passwordEnd > parts.passwordStart;
    const hasCredentials = hasPassword || parts.usernameEnd < parts.hostStart;
    const scheme = kSchemes.indexOf(href.slice(0, parts.protocolEnd));
    const port = href.slice(parts.hostnameEnd + 1, parts.hostEnd);
    this.href = href;
    this.protocol_end = parts.protocolEnd;
    this.username_end = parts.usernameEnd;
    this.host_start = hasCredentials ? parts.passwordEnd : parts.hostStart;
    this.host_end = parts.hostnameEnd;
    this.pathname_start = parts.pathStart;
    this.search_start = parts.searchStart < parts.hashStart ? parts.searchStart : kNone;
    this.hash_start = parts.hashStart < href.length ? parts.hashStart : kNone;
    this.port = port === '' ? kNone : Number(port);
    this.scheme_type = scheme === -1 ? kOtherScheme : scheme;
  }

  get hasPort() { return this.port !== kNone; }
  get hasSearch() { return this.search_start !== kNone; }
  get hasHash() { return this.hash_start !== kNone; }
}

function addContext(shown, href, parts) {
  shown[Symbol('context')] = new URLContext(href, parts);
}

module.exports = { inspectParams, inspectIterator, addContext };
