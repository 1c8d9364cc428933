// Upgrades by requests that have a body: the script gets the connection after the body if that is there at once, else a
// stream that begins after it.
'use strict';

const http = require('http');
const net = require('net');

const head = (fields) => `POST / HTTP/1.1\r\nHost: a\r\nUpgrade: other\r\nConnection: Upgrade\r\n${fields}\r\n\r\n`;
const chunked = head('Transfer-Encoding: chunked');
const counted = head('Content-Length: 4');
const cases = {
  'no body': ['GET / HTTP/1.1\r\nHost: a\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\nafter'],
  'all at once': [`${chunked}4\r\nbody\r\n0\r\n\r\nafter`],
  'counted, all at once': [`${counted}bodyafter`],
  'in pieces': [`${counted}bo`, 'dyafter', 'more'],
  'chunks in pieces': [chunked, '2\r\nbo\r\n', '2\r\ndy\r\n0\r\n\r\nafter'],
};

let log;
let reads;
const server = http.createServer(() => log.push('request'));
server.on('clientError', (error, socket) => {
  log.push(`clientError ${error.code}`);
  socket.destroy();
});
server.on('upgrade', (request, stream, first) => {
  log.push(`upgrade, is the socket: ${stream === request.socket}, complete: ${request.complete}, ${first}`);
  if (reads) request.on('data', (chunk) => log.push(`body ${chunk}`));
  request.on('end', () => log.push('body ends'));
  stream.on('data', (chunk) => log.push(`then ${chunk}`));
  stream.on('end', () => {
    log.push('end');
    stream.end('bye');
  });
  stream.on('close', () => log.push('close'));
});

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function send(pieces) {
  log = [];
  const socket = net.connect(server.address().port, '127.0.0.1').setEncoding('utf8');
  socket.on('data', (text) => log.push(`client got ${text}`));
  for (const piece of pieces) {
    socket.write(piece);
    await pause(50);
  }
  socket.end();
  await new Promise((resolve) => socket.on('close', resolve));
  await pause(20);
  return log;
}

server.listen(0, '127.0.0.1', async () => {
  for (const name of Object.keys(cases)) {
    for (reads of [true, false]) console.log(`${name}${reads ? '' : ', not read'}:`, await send(cases[name]));
  }
  server.close();
});
