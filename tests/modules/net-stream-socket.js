// The class of sockets over streams of any kind, which packages find by a TLS socket: it is a net.Socket that reads and
// writes by the stream.
'use strict';

const http = require('http');
const net = require('net');
const { PassThrough, duplexPair } = require('stream');
const tls = require('tls');

const JSStreamSocket = new tls.TLSSocket(new PassThrough())._handle._parentWrap.constructor;
console.log(JSStreamSocket.name, JSStreamSocket.prototype instanceof net.Socket);

const [near, far] = duplexPair();
const socket = new JSStreamSocket(near);
console.log(socket instanceof net.Socket, socket.stream === near);

// A server of HTTP answers over it.
const server = http.createServer((request, response) => {
  let text = '';
  request.on('data', (part) => { text += part; });
  request.on('end', () => response.end(`${request.url} ${text}`));
});
server.emit('connection', socket);
let text = '';
far.setEncoding('latin1');
far.on('data', (part) => {
  text += part;
  if (!text.includes('/path body')) return;
  console.log(text.split('\r\n')[0], text.endsWith('/path body'));
  socket.on('close', () => console.log('closed', socket.destroyed));
  near.destroy();
});
far.write('POST /path HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody');
