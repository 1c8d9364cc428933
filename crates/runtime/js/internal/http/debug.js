// What the library tells of connections if NODE_DEBUG names http. It is told of each connection, not of each message.
'use strict';

const { debuglog } = require('internal/util/debuglog');

let log = debuglog('http', (known) => { log = known; });

function debug(text, detail) {
  log(text, detail);
}

module.exports = { debug };
