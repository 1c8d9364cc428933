// _http_client: the name by which packages of old know ClientRequest.
'use strict';

const { ClientRequest } = require('internal/http/request');

module.exports = { ClientRequest };
