// The diagnostics channels of http.
'use strict';

const { channel } = require('diagnostics_channel');

module.exports = {
  clientCreated: channel('http.client.request.created'),
  clientStart: channel('http.client.request.start'),
  clientError: channel('http.client.request.error'),
  clientBodyChunk: channel('http.client.request.bodyChunkSent'),
  clientBodySent: channel('http.client.request.bodySent'),
  clientFinish: channel('http.client.response.finish'),
  serverStart: channel('http.server.request.start'),
  serverCreated: channel('http.server.response.created'),
  serverFinish: channel('http.server.response.finish'),
};
