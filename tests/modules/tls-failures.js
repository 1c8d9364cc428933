// Handshakes that fail: the codes of errors, on both sides.
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const [ca, key, cert] = [file('ca.pem'), file('server.key'), file('server.pem')];

function attempt(title, serverOptions, clientOptions) {
  return new Promise((resolve) => {
    const lines = [];
    const server = tls.createServer({ key, cert, ...serverOptions }, (socket) => {
      socket.on('error', (error) => lines.push(`server error ${error.code}`));
      socket.resume();
    });
    server.on('tlsClientError', (error) => lines.push(`tlsClientError ${error.code}`));
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'server.test', ca, ...clientOptions });
      client.on('secureConnect', () => {
        lines.push(`secureConnect ${client.authorized} ${client.authorizationError}`);
        client.end();
      });
      client.on('error', (error) => lines.push(`client error ${error.code}`));
      client.on('close', () => server.close(() => {
        console.log(title);
        for (const line of lines.sort()) console.log(' ', line);
        resolve();
      }));
      client.resume();
    });
  });
}

// What a server does not understand, or a peer that goes away in the middle.
function raw(title, bytes) {
  return new Promise((resolve) => {
    const server = tls.createServer({ key, cert });
    server.on('tlsClientError', (error, socket) => {
      console.log(title, error.code, socket.destroyed);
      server.close(resolve);
    });
    server.listen(0, '127.0.0.1', () => {
      const socket = net.connect(server.address().port, '127.0.0.1', () => socket.end(bytes));
      socket.on('error', () => {});
      socket.resume();
    });
  });
}

// A server that says nothing, or goes away.
function silent(title, answer) {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => { socket.once('data', () => socket.end(answer)); socket.on('error', () => {}); });
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca });
      client.on('error', (error) => console.log(title, error.code, error.code === 'ECONNRESET' ? error.message : ''));
      client.on('close', (hadError) => { console.log(hadError); server.close(resolve); });
    });
  });
}

(async () => {
  await attempt('an unknown issuer', {}, { ca: file('other.pem') });
  await attempt('an unknown issuer, allowed', {}, { ca: file('other.pem'), rejectUnauthorized: false });
  await attempt('another name', {}, { servername: 'elsewhere.test' });
  await attempt('versions', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' });
  await attempt('ciphers', { ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' }, { ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' });
  await attempt('protocols on top', { ALPNProtocols: ['a'] }, { ALPNProtocols: ['b'] });
  await attempt('no certificate of the client', { requestCert: true, ca, maxVersion: 'TLSv1.2' }, {});
  await raw('plain text', 'GET / HTTP/1.1\r\n\r\n');
  await raw('a beginning', Buffer.from([22, 3, 1, 2, 0, 1, 0]));
  await raw('nothing', '');
  await raw('a bad record', Buffer.from([22, 3, 1, 0, 5, 99, 0, 0, 1, 0]));
  await silent('gone', '');
  await silent('no TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n');
  await silent('an alert', Buffer.from([21, 3, 3, 0, 2, 2, 40]));
})();
