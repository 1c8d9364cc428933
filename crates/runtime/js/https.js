// https: servers and clients of HTTP/1 over TLS.
'use strict';

const { Agent, getGlobalAgent, setGlobalAgent } = require('internal/https/agent');
const { Server } = require('internal/https/server');
const { ClientRequest } = require('internal/http/request');
const { URL, isURL, urlToHttpOptions } = require('internal/url');

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

// (url[, options][, callback]) or (options[, callback])
function request(...args) {
  let options = {};
  let rest = args;
  if (typeof args[0] === 'string') {
    options = urlToHttpOptions(new URL(args[0]));
    rest = args.slice(1);
  } else if (isURL(args[0])) {
    options = urlToHttpOptions(args[0]);
    rest = args.slice(1);
  }
  if (rest[0] && typeof rest[0] !== 'function') {
    Object.assign(options, rest[0]);
    rest = rest.slice(1);
  }
  options._defaultAgent = getGlobalAgent();
  return Reflect.construct(ClientRequest, [options, ...rest]);
}

function get(input, options, callback) {
  const req = request(input, options, callback);
  req.end();
  return req;
}

module.exports = { Agent, Server, createServer, get, request };
Object.defineProperty(module.exports, 'globalAgent', {
  __proto__: null,
  get: getGlobalAgent,
  set: setGlobalAgent,
  configurable: true,
  enumerable: true,
});
