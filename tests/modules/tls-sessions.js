// Sessions that are gone on with: by tickets, by the program's own store; names of servers; keys that both sides know.
'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const [ca, key, cert] = [file('ca.pem'), file('server.key'), file('server.pem')];

function connect(server, options) {
  return new Promise((resolve, reject) => {
    let session;
    const client = tls.connect({ port: server.address().port, host: '127.0.0.1', servername: 'server.test', ca, ...options });
    client.on('session', (bytes) => { session ??= bytes; });
    client.on('error', reject);
    client.on('data', () => client.end());
    const facts = {};
    client.on('secureConnect', () => {
      facts.reused = client.isSessionReused();
      facts.name = client.getPeerCertificate().subject?.CN;
      facts.cipher = client.getCipher().name;
    });
    client.on('close', () => resolve({ ...facts, session }));
  });
}

async function withServer(options, use, prepare = () => {}) {
  const server = tls.createServer({ key, cert, ...options }, (socket) => socket.end('x'));
  prepare(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await use(server);
  await new Promise((resolve) => server.close(resolve));
}

(async () => {
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
    await withServer({ maxVersion }, async (server) => {
      const first = await connect(server);
      const second = await connect(server, { session: first.session });
      console.log(maxVersion, first.reused, second.reused);
      server.setTicketKeys(Buffer.alloc(48, 1));
      console.log('other keys', (await connect(server, { session: first.session })).reused, server.getTicketKeys()[0]);
    });
  }
  const store = new Map();
  await withServer({ maxVersion: 'TLSv1.2', secureOptions: require('crypto').constants.SSL_OP_NO_TICKET }, async (server) => {
    const first = await connect(server);
    const second = await connect(server, { session: first.session });
    console.log('store', first.reused, second.reused, store.size);
  }, (server) => {
    server.on('newSession', (id, data, done) => { store.set(id.toString('hex'), data); setImmediate(done); });
    server.on('resumeSession', (id, done) => setImmediate(done, null, store.get(id.toString('hex')) ?? null));
  });
  await withServer({}, async (server) => {
    for (const servername of ['server.test', 'a.other.test', 'other.test']) console.log(servername, (await connect(server, { servername, checkServerIdentity() {} })).name);
  }, (server) => server.addContext('*.other.test', { key: file('other.key'), cert: file('other.pem') }));
  await withServer({
    SNICallback: (name, done) => setImmediate(done, null, tls.createSecureContext({ key: file('other.key'), cert: file('other.pem') })),
  }, async (server) => console.log('callback', (await connect(server, { servername: 'other.test' })).name));
  const psk = Buffer.alloc(16, 7);
  await withServer({
    key: undefined, cert: undefined, ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2', pskIdentityHint: 'hint',
    pskCallback: (socket, identity) => (identity === 'me' ? psk : null),
  }, async (server) => {
    const options = { ciphers: 'PSK+HIGH', checkServerIdentity() {} };
    const facts = await connect(server, { ...options, pskCallback: (hint) => ({ identity: 'me', psk }) });
    console.log('psk', facts.cipher, facts.name);
    await connect(server, { ...options, pskCallback: () => ({ identity: 'you', psk }) }).catch((error) => console.log(error.code));
  }, (server) => server.on('tlsClientError', () => {}));
})();
