// http: servers and clients of HTTP/1.
'use strict';

const { Agent } = require('internal/http/agent');
const { getGlobalAgent, setGlobalAgent } = require('internal/http/global_agent');
const { IncomingMessage } = require('internal/http/incoming');
const { OutgoingMessage } = require('internal/http/outgoing');
const { ServerResponse } = require('internal/http/response');
const { Server, connectionListener } = require('internal/http/server');
const { ClientRequest } = require('internal/http/request');
const { STATUS_CODES } = require('internal/http/status');
const { methods, parsers } = require('internal/http/parser');
const { maxHeaderSize } = require('internal/http/limits');
const { validateHeaderName, validateHeaderValue } = require('internal/http/header_fields');
const { validateInteger } = require('internal/validators');

function createServer(options, requestListener) {
  return new Server(options, requestListener);
}

function request(url, options, callback) {
  return new ClientRequest(url, options, callback);
}

function get(url, options, callback) {
  const req = request(url, options, callback);
  req.end();
  return req;
}

function setMaxIdleHTTPParsers(max) {
  validateInteger(max, 'max', 1);
  parsers.max = max;
}

module.exports = {
  _connectionListener: connectionListener,
  METHODS: methods.toSorted(),
  STATUS_CODES,
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  Server,
  ServerResponse,
  createServer,
  validateHeaderName,
  validateHeaderValue(name, value) { validateHeaderValue(name, value); },
  get,
  request,
  setMaxIdleHTTPParsers,
  setGlobalProxyFromEnv(env) { return require('internal/http/proxy').setGlobal(env); },
};

function defineAccessor(name, get, set) {
  Object.defineProperty(module.exports, name, { __proto__: null, configurable: true, enumerable: true, get, set });
}

defineAccessor('maxHeaderSize', maxHeaderSize, undefined);
defineAccessor('globalAgent', getGlobalAgent, setGlobalAgent);
defineAccessor('WebSocket', () => require('internal/websocket').WebSocket, undefined);
defineAccessor('CloseEvent', () => require('internal/events/close_event').CloseEvent, undefined);
defineAccessor('MessageEvent', () => require('internal/messaging/event').MessageEvent, undefined);
