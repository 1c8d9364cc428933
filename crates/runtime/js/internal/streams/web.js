// Streams from and to web streams.
'use strict';

module.exports = {
  ...require('internal/webstreams/from_node'),
  ...require('internal/webstreams/to_node'),
};
