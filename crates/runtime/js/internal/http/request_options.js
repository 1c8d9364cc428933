// What the arguments of http.request() stand for.
'use strict';

const { codes } = require('internal/errors');
const { isToken } = require('internal/http/header_fields');
const { checkValidation } = require('internal/http/server');
const { validateBoolean, validateInteger, validateNumber } = require('internal/validators');

// { options, callback } of (url[, options][, callback]) or (options[, callback]).
function readArguments(input, options, callback) {
  const { URL, isURL, urlToHttpOptions } = require('internal/url');
  let fromUrl = null;
  if (typeof input === 'string') fromUrl = urlToHttpOptions(new URL(input));
  else if (isURL(input)) fromUrl = urlToHttpOptions(input);
  if (fromUrl === null) {
    return {
      options: typeof input === 'function' ? { __proto__: null } : { __proto__: null, ...input },
      callback: typeof input === 'function' ? input : options,
    };
  }
  if (typeof options === 'function') return { options: { __proto__: null, ...fromUrl }, callback: options };
  return { options: { __proto__: null, ...fromUrl, ...options }, callback };
}

function checkHost(host, name) {
  if (host !== null && host !== undefined && typeof host !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], host);
  }
  return host;
}

function checkPath(path) {
  const text = String(path);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code > 255) throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
  }
}

function methodOf(method) {
  if (method === null || method === undefined) return 'GET';
  if (typeof method !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('options.method', 'string', method);
  if (method === '') return 'GET';
  if (!isToken(method)) throw new codes.ERR_INVALID_HTTP_TOKEN('Method', method);
  return method.toUpperCase();
}

// A duration for a timer, as a socket's setTimeout() takes it.
function durationOf(msecs, name) {
  validateNumber(msecs, name);
  if (msecs < 0 || !Number.isFinite(msecs)) {
    throw new codes.ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  }
  if (msecs <= 2 ** 31 - 1) return msecs;
  process.emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${2 ** 31 - 1}.`,
    'TimeoutOverflowWarning');
  return 2 ** 31 - 1;
}

// The agent that a request is given to; undefined if it has a connection of its own.
function agentFor(options) {
  const { agent } = options;
  if (agent === false) return new (usualAgent(options).constructor)();
  if (agent === null || agent === undefined) {
    return typeof options.createConnection === 'function' ? undefined : usualAgent(options);
  }
  if (typeof agent.addRequest !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  }
  return agent;
}

function usualAgent(options) {
  return options._defaultAgent || require('internal/http/global_agent').getGlobalAgent();
}

function checkProtocol(options, agent) {
  const expected = agent?.protocol || usualAgent(options).protocol;
  const protocol = options.protocol || usualAgent(options).protocol;
  if (protocol !== expected) throw new codes.ERR_INVALID_PROTOCOL(protocol, expected);
  return protocol;
}

// Options of the parser.
function checkParserOptions({ maxHeaderSize, insecureHTTPParser, httpValidation, joinDuplicateHeaders }) {
  if (maxHeaderSize !== undefined) validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  checkValidation(httpValidation, insecureHTTPParser);
  if (joinDuplicateHeaders !== undefined) validateBoolean(joinDuplicateHeaders, 'options.joinDuplicateHeaders');
}

module.exports = {
  agentFor, checkHost, checkParserOptions, checkPath, checkProtocol, durationOf, methodOf, readArguments,
};
