// A client and a server by TLS: who they are, what they agree on, bytes both ways, and the order of events.
'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const ca = file('ca.pem');

const server = tls.createServer({
  key: file('server.key'), cert: file('server.pem'), ca, requestCert: true, ALPNProtocols: ['one', 'two'],
}, (socket) => {
  console.log('server: secureConnection', socket.authorized, socket.authorizationError, socket.servername, socket.alpnProtocol);
  console.log('server: client is', socket.getPeerCertificate().subject.CN);
  socket.on('data', (data) => socket.write(`echo ${data}`));
  socket.on('end', () => console.log('server: end'));
  socket.on('close', (hadError) => { console.log('server: close', hadError, socket.bytesRead, socket.bytesWritten); });
});

server.listen(0, '127.0.0.1', () => {
  const client = tls.connect({
    port: server.address().port, host: '127.0.0.1', servername: 'server.test', ca,
    key: file('client.key'), cert: file('client.pem'), ALPNProtocols: ['two', 'three'],
  });
  for (const event of ['connect', 'secureConnect', 'end', 'finish']) client.on(event, () => console.log('client:', event));
  client.on('secureConnect', () => {
    const cert = client.getPeerCertificate(true);
    console.log(client.authorized, client.getProtocol(), client.alpnProtocol, client.isSessionReused());
    console.log(cert.subject.CN, cert.subjectaltname, cert.issuerCertificate.subject.CN);
    console.log(cert.issuerCertificate.issuerCertificate === cert.issuerCertificate);
    console.log(client.getPeerX509Certificate().subject, client.getCertificate().subject.CN);
    console.log(client.exportKeyingMaterial(16, 'label').length, client.getCipher().version);
    client.write('a');
    console.log('waiting', client.bufferSize);
  });
  client.once('data', (data) => {
    console.log('client: data', String(data));
    client.end('b');
  });
  client.on('close', (hadError) => {
    console.log('client: close', hadError, client.ssl);
    server.close(() => console.log('server closed'));
  });
});
