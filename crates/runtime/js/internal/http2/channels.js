// The diagnostics channels of http2: what is told of the streams of each side.
'use strict';

const { channel } = require('diagnostics_channel');

function channelsOf(side) {
  return {
    __proto__: null,
    created: channel(`http2.${side}.stream.created`),
    start: channel(`http2.${side}.stream.start`),
    error: channel(`http2.${side}.stream.error`),
    finish: channel(`http2.${side}.stream.finish`),
    close: channel(`http2.${side}.stream.close`),
  };
}

module.exports = {
  client: channelsOf('client'),
  server: channelsOf('server'),
  bodyChunkSent: channel('http2.client.stream.bodyChunkSent'),
  bodySent: channel('http2.client.stream.bodySent'),
};
