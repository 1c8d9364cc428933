// _http_outgoing: the name by which packages of old know OutgoingMessage.
'use strict';

const { validateHeaderName, validateHeaderValue } = require('internal/http/header_fields');
const { OutgoingMessage, kHighWaterMark, kUniqueHeaders, parseUniqueHeadersOption } =
  require('internal/http/outgoing');

module.exports = {
  kHighWaterMark,
  kUniqueHeaders,
  parseUniqueHeadersOption,
  validateHeaderName,
  validateHeaderValue,
  OutgoingMessage,
};
