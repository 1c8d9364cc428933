// The module `url`: the web's classes, and the older functions on URLs.
'use strict';

const {
  URL,
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  fileURLToPathBuffer,
  isURL,
  pathToFileURL,
  urlToHttpOptions,
} = require('internal/url');
const { Url, urlParse } = require('internal/url/legacy');

function urlResolve(source, relative) {
  return urlParse(source, false, true).resolve(relative);
}

function urlResolveObject(source, relative) {
  return source ? urlParse(source, false, true).resolveObject(relative) : relative;
}

function urlFormat(urlObject, options) {
  if (typeof urlObject === 'string') {
    urlObject = urlParse(urlObject);
  } else if (typeof urlObject !== 'object' || urlObject === null) {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  } else if (isURL(urlObject)) {
    return formatURL(urlObject, options);
  }
  return Url.prototype.format.call(urlObject);
}

// The href of a URL, without the parts that the options leave out.
function formatURL(url, options) {
  if (options == null) return url.href;
  require('internal/validators').validateObject(options, 'options');
  const { auth = true, fragment = true, search = true, unicode = false } = options;
  let text = url.protocol;
  if (url.href.startsWith('//', text.length)) {
    text += '//';
    if (auth && (url.username || url.password)) {
      text += `${url.username}${url.password ? `:${url.password}` : ''}@`;
    }
    text += unicode && url.hostname.includes('xn--') ? domainToUnicode(url.hostname) : url.hostname;
    if (url.port) text += `:${url.port}`;
  } else if (url.pathname.startsWith('//')) {
    text += '/.';
  }
  const [, query, hash] = /^[^?#]*(\?[^#]*)?(#.*)?/s.exec(url.href);
  return `${text}${url.pathname}${(search && query) || ''}${(fragment && hash) || ''}`;
}

module.exports = {
  Url,
  parse: urlParse,
  resolve: urlResolve,
  resolveObject: urlResolveObject,
  format: urlFormat,
  URL,
  get URLPattern() { return require('internal/url_pattern').URLPattern; },
  URLSearchParams: require('internal/url').URLSearchParams,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  fileURLToPathBuffer,
  urlToHttpOptions,
};
