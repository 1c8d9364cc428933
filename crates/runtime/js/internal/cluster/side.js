// Which side of a cluster this process is: `cluster` is there in a worker. Whoever listens looks here, and loads nothing.
'use strict';

module.exports = { cluster: undefined };
