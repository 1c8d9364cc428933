// _http_common: the parser and checks, as packages of old know them.
'use strict';

const { hasForbiddenCharacter, hasInvalidCharacter, isToken } = require('internal/http/header_fields');
const {
  HTTPParser, calculateLenientFlags, freeParser, isLenient, kIncomingMessage, kSkipPendingData, methods, parsers, prepareError,
} = require('internal/http/parser');

module.exports = {
  _checkInvalidHeaderChar: (text, isRelaxed) => (isRelaxed ? hasForbiddenCharacter(`${text}`) : hasInvalidCharacter(`${text}`)),
  _checkIsHttpToken: (text) => isToken(`${text}`),
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: '\r\n',
  freeParser,
  methods,
  parsers,
  kIncomingMessage,
  HTTPParser,
  isLenient,
  calculateLenientFlags,
  prepareError,
  kSkipPendingData,
};
