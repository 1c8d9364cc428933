// What a server answers to requests that it does not take, and what it says to clientError.
'use strict';

const http = require('http');
const net = require('net');

const host = 'GET / HTTP/1.1\r\nHost: a\r\n';
const post = 'POST / HTTP/1.1\r\nHost: a\r\n';
const requests = [
  'GET / HTTP/1.1\r\n\r\n',
  'FOO / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.2\r\nHost: a\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n',
  `${host}A: b\r\n c\r\n\r\n`,
  `${host}A : b\r\n\r\n`,
  `${host}A: b\nC: d\r\n\r\n`,
  `${host}A: b\0\r\n\r\n`,
  `${host}A: ${'b'.repeat(17_000)}\r\n\r\n`,
  `${host}Expect: much\r\n\r\n`,
  `${post}Content-Length: 1\r\nContent-Length: 1\r\n\r\nx`,
  `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Content-Length: +1\r\n\r\nx`,
  `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n1;a="\r\nx`,
  `${post}Transfer-Encoding: chunked, gzip\r\n\r\nx`,
  `${host}Connection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
];

function send(server, text) {
  return new Promise((resolve) => {
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.endsWith('\r\n\r\n')) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer.replace(/Date: [^\r]*/, 'Date: now')));
  });
}

async function main() {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const text of requests) {
    console.log(JSON.stringify(text.slice(0, 80)), JSON.stringify(await send(server, text)));
  }
  server.on('clientError', (error, socket) => {
    console.log(error.code, error.reason, error.bytesParsed, error.rawPacket.length);
    socket.destroy();
  });
  for (const text of requests) await send(server, text);
  server.close();
}

main();
