// An agent tells of connections that become free: also of a new one that stands in for one that is gone. Parsers let scripts
// limit the number of fields.
'use strict';

const http = require('http');
const { HTTPParser } = require('_http_common');

function limits() {
  for (const most of [2, 3, 4, 6, 0, undefined]) {
    const parser = new HTTPParser();
    parser.initialize(HTTPParser.REQUEST, {});
    parser.maxHeaderPairs = most;
    const bytes = Buffer.from('GET / HTTP/1.1\r\nA: a\r\nB: b\r\nC: c\r\n\r\n');
    const result = parser.execute(bytes, 0, bytes.length);
    console.log(most, result instanceof Error ? [result.code, result.reason, result.bytesParsed] : result);
  }
}

const server = http.createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', () => {
  const agent = new http.Agent({ maxSockets: 1 });
  const log = [];
  const sockets = new Set();
  agent.on('free', (socket) => {
    sockets.add(socket);
    log.push(`free, writable: ${socket.writable}, connecting: ${socket.connecting}`);
  });
  const { port } = server.address();
  const ask = (path, whenOver) => {
    const request = http.get({ agent, port, host: '127.0.0.1', path }, (response) => {
      log.push(`answer to ${path}`);
      response.resume().on('end', () => whenOver(request));
    });
  };
  ask('/first', (request) => request.socket.destroy());
  ask('/second', (request) => {
    request.socket.on('close', () => {
      console.log(log, sockets.size, Object.keys(agent.requests), Object.keys(agent.sockets));
      server.close(limits);
    });
  });
});
