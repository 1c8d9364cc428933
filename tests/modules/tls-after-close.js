// What a TLSSocket tells when it is closed: nothing any more, and nothing fails.
'use strict';

const fs = require('fs');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const facts = [
  'getCipher', 'getProtocol', 'getSession', 'getTLSTicket', 'isSessionReused', 'getFinished', 'getPeerFinished', 'getSharedSigalgs',
  'getEphemeralKeyInfo', 'getPeerCertificate', 'getCertificate', 'getPeerX509Certificate', 'getX509Certificate',
];

function tell(socket, side) {
  // A client's side alone has ephemeral keys to tell of.
  for (const name of facts) if (side === 'client' || name !== 'getEphemeralKeyInfo') console.log(side, name, socket[name]());
  console.log(side, socket.encrypted, socket.authorized, socket.ssl);
}

const server = tls.createServer({ key: file('server.key'), cert: file('server.pem') }, (socket) => {
  socket.on('close', () => tell(socket, 'server'));
  socket.end('x');
});
server.listen(0, '127.0.0.1', () => {
  const client = tls.connect({
    port: server.address().port, host: '127.0.0.1', servername: 'server.test', ca: file('ca.pem'),
  });
  client.resume();
  client.on('close', () => {
    server.close(() => {
      tell(client, 'client');
      console.log(client.setSession(Buffer.alloc(3)));
    });
  });
});
