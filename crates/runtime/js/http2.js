// node:http2
'use strict';

const { constants } = require('internal/http2/constants');
const { connect } = require('internal/http2/client');
const { createSecureServer, createServer, performServerHandshake } = require('internal/http2/server');
const { getDefaultSettings, getPackedSettings, getUnpackedSettings } = require('internal/http2/settings');
const { sensitiveHeaders } = require('internal/http2/fields');
const { Http2ServerRequest } = require('internal/http2/compat_request');
const { Http2ServerResponse } = require('internal/http2/compat_response');

module.exports = {
  connect,
  constants,
  createServer,
  createSecureServer,
  getDefaultSettings,
  getPackedSettings,
  getUnpackedSettings,
  performServerHandshake,
  sensitiveHeaders,
  Http2ServerRequest,
  Http2ServerResponse,
};
