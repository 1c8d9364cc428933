// A client's session goes with the name of its server: another server is not trusted because of it, nor is one without a name.
'use strict';
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const head = Buffer.from('\0nodejs:tls:session:1\0', 'latin1');
const nameEnd = (session) => head.length + 2 + session.readUInt16BE(head.length);
const nameOf = (session) => session.toString('utf8', head.length + 2, nameEnd(session));

function client(title, port, options) {
  return new Promise((resolve) => {
    let kept;
    const words = [];
    const socket = tls.connect({ port, host: '127.0.0.1', ca: file('ca.pem'), servername: 'server.test', ...options }, () => {
      words.push(`reused ${socket.isSessionReused()}`, `authorized ${socket.authorized}`, nameOf(socket.getSession()));
    });
    socket.on('session', (session) => { kept = session; });
    socket.on('error', (error) => words.push(error.code));
    socket.resume();
    socket.on('close', () => {
      console.log(`${title}: ${words.join(', ')}`);
      resolve(kept);
    });
  });
}

async function main(version) {
  console.log(version);
  const identity = { key: file('server.key'), cert: file('server.pem') };
  const server = tls.createServer({ ...identity, maxVersion: version }, (socket) => {
    socket.on('error', () => {});
    socket.end('.');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const session = await client('first', port, {});
  console.log(head.equals(session.subarray(0, head.length)), nameOf(session));
  await client('again', port, { session });
  await client('as text', port, { session: session.toString('latin1') });
  await client('another name', port, { session, servername: 'elsewhere.test' });
  await client('another name, allowed', port, { session, servername: 'elsewhere.test', rejectUnauthorized: false });
  await client('no name', port, { session, servername: undefined });
  const bare = session.subarray(nameEnd(session));
  await client('bare', port, { session: bare });
  await client('bare, all allowed', port, { session: bare, rejectUnauthorized: false });
  await client('cut', port, { session: session.subarray(0, -5) });
  await client('cut within the name', port, { session: session.subarray(0, 26) });
  await client('a false length', port, { session: Buffer.concat([head, Buffer.from([255, 255]), bare]) });
  await client('no session at all', port, { session: Buffer.from('no session') });
  server.close();
}

function afterClose() {
  const socket = new tls.TLSSocket(null, {});
  const attempt = (value) => {
    try {
      console.log(socket.setSession(value), socket.enableTrace());
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  };
  attempt(5);
  socket.destroy();
  attempt(undefined);
  attempt(Buffer.from('no session'));
  attempt(5);
}

for (const enableTrace of ['yes', 1, {}]) {
  try {
    tls.connect({ port: 1, enableTrace });
  } catch (error) {
    console.log(error.message);
  }
}
afterClose();
main('TLSv1.2').then(() => main('TLSv1.3'));
