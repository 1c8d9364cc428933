// Connections by TLS 1.3 between clients and a server of one process, one after the other: with a full handshake, or going
// on with a session.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const fs = load('fs');
const path = load('path');
const tls = load('tls');

const goesOn = process.argv[2] === 'resumed';
const total = Number(process.argv[3]);
const folder = path.join(path.dirname(process.argv[1]), '..', '..', 'tests', 'modules', 'fixtures', 'tls');
const file = (name) => fs.readFileSync(path.join(folder, name));

const server = tls.createServer({ key: file('server.key'), cert: file('server.pem') }, (socket) => {
  socket.on('error', () => {});
  socket.end('x');
});
const secureContext = tls.createSecureContext({ ca: file('ca.pem') });
let session;
let left = total;
let began;

function connect() {
  const client = tls.connect({
    port: server.address().port,
    host: '127.0.0.1',
    servername: 'server.test',
    secureContext,
    session: goesOn ? session : undefined,
  });
  client.on('session', (bytes) => { session ??= bytes; });
  client.on('data', () => {});
  client.on('end', () => {
    if (goesOn && left < total && !client.isSessionReused()) throw new Error('a full handshake');
  });
  client.on('close', () => {
    left -= 1;
    if (left > 0) {
      connect();
    } else {
      console.log(performance.now() - began);
      server.close();
    }
  });
}

server.listen(0, '127.0.0.1', () => {
  began = performance.now();
  connect();
});
