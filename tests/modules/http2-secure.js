// http2: a server over TLS, found by ALPN, which also answers clients that know HTTP/1 alone.
'use strict';
const fs = require('fs');
const path = require('path');
const http2 = require('http2');
const https = require('https');

const folder = path.join(__dirname, 'fixtures', 'tls');
const options = {
  key: fs.readFileSync(path.join(folder, 'server.key')),
  cert: fs.readFileSync(path.join(folder, 'server.pem')),
  allowHTTP1: true,
};
const server = http2.createSecureServer(options, (request, response) => {
  response.end(`${request.httpVersion} ${request.url}`);
});
server.listen(0, () => {
  const { port } = server.address();
  const client = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  client.on('connect', () => console.log(client.encrypted, client.alpnProtocol));
  const request = client.request({ ':path': '/two' });
  request.setEncoding('utf8');
  request.on('data', (text) => console.log(text));
  request.on('close', () => {
    client.close();
    https.get({ port, path: '/one', rejectUnauthorized: false, agent: false }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (text) => console.log(text));
      response.on('end', () => server.close(() => console.log('closed')));
    });
  });
});
