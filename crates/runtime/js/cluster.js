// cluster: several processes that share the ports they listen on. In the first one this is the side that starts the
// others, in these the side that asks it.
'use strict';

module.exports = binding('process').envGet('NODE_UNIQUE_ID') === undefined ?
  require('internal/cluster/primary') : require('internal/cluster/in_worker');
