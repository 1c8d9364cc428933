// _http_server: the name by which packages of old know Server.
'use strict';

const { ServerResponse } = require('internal/http/response');
const {
  Server, connectionListener, httpServerPreClose, kConnectionsCheckingInterval, kServerResponse, setupConnectionsTracking,
  storeHTTPOptions,
} = require('internal/http/server');
const { STATUS_CODES } = require('internal/http/status');

module.exports = {
  STATUS_CODES,
  Server,
  ServerResponse,
  setupConnectionsTracking,
  storeHTTPOptions,
  _connectionListener: connectionListener,
  kServerResponse,
  httpServerPreClose,
  kConnectionsCheckingInterval,
};
