// TLS over streams of any kind, over a socket that has been used before, and large data with pauses.
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const tls = require('tls');
const { duplexPair } = require('stream');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const [ca, key, cert] = [file('ca.pem'), file('server.key'), file('server.pem')];

function pair() {
  return new Promise((resolve) => {
    const [a, b] = duplexPair();
    const client = tls.connect({ socket: a, ca, servername: 'server.test' });
    const server = new tls.TLSSocket(b, { isServer: true, key, cert });
    server.on('data', (data) => server.end(String(data).toUpperCase()));
    client.on('secureConnect', () => client.write('over a pair'));
    client.on('data', (data) => console.log(String(data)));
    client.on('end', () => { console.log('end'); resolve(); });
  });
}

function startTls() {
  return new Promise((resolve) => {
    const server = net.createServer((raw) => {
      raw.once('data', (data) => {
        console.log('server got', String(data));
        raw.write('go', () => {
          const socket = new tls.TLSSocket(raw, { isServer: true, key, cert });
          socket.on('data', (chunk) => socket.end(`secret ${chunk}`));
        });
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const raw = net.connect(server.address().port, '127.0.0.1', () => raw.write('STARTTLS'));
      raw.once('data', (data) => {
        console.log('client got', String(data));
        const socket = tls.connect({ socket: raw, ca, servername: 'server.test' }, () => socket.write('word'));
        socket.on('data', (chunk) => console.log(String(chunk), raw.remoteFamily));
        socket.on('close', () => server.close(() => resolve()));
      });
    });
  });
}

function large() {
  return new Promise((resolve) => {
    const size = 5_000_000;
    const server = tls.createServer({ key, cert }, (socket) => {
      socket.end(Buffer.alloc(size, 'x'));
    });
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca, servername: 'server.test' });
      let count = 0;
      let pauses = 0;
      let largest = 0;
      client.on('data', (chunk) => {
        count += chunk.length;
        largest = Math.max(largest, chunk.length);
        if (count > (pauses + 1) * 1_000_000) {
          pauses++;
          client.pause();
          setTimeout(() => client.resume(), 5);
        }
      });
      client.on('end', () => console.log(count === size, pauses, largest <= 16384));
      client.on('close', () => server.close(() => resolve()));
    });
  });
}

pair().then(startTls).then(large).then(() => console.log('done'));
