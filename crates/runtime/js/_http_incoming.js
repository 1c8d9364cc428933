// _http_incoming: the name by which packages of old know IncomingMessage.
'use strict';

const { IncomingMessage, kDetachAbortSignal, readStart, readStop } = require('internal/http/incoming');

module.exports = { IncomingMessage, kDetachAbortSignal, readStart, readStop };
