// fetch: not there yet; its promise is rejected.
'use strict';

async function fetch() {
  require('internal/unimplemented').fail('fetch()');
}

module.exports = { fetch };
