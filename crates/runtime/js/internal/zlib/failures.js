// Errors of whole inputs, by the numbers of `binding/zlib/work.rs`.
'use strict';

const { codes: errors } = require('internal/errors');

const kTooLarge = 1;

function failureOf(number, most) {
  return number === kTooLarge ? new errors.ERR_BUFFER_TOO_LARGE(most) :
    new errors.ERR_TRAILING_JUNK_AFTER_STREAM_END();
}

module.exports = { failureOf };
