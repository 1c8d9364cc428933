// The longest head that is taken, unless a server or a request says otherwise.
'use strict';

const { kUsualHeadLimit } = require('internal/http/parser');

let limit;

function maxHeaderSize() {
  if (limit === undefined) {
    const given = require('internal/process/options').getOption('--max-http-header-size');
    limit = given === undefined ? kUsualHeadLimit : Number(given);
  }
  return limit;
}

module.exports = { maxHeaderSize };
