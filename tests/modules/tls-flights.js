// A peer that ends, resets or talks nonsense instead of each flight of a handshake, without and with a certificate of the client's: what
// either side hears of it. A go-between lets so many flights through; then the side that waits for the next one meets its
// fate, and after it the side that sent it.
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const serverIdentity = { key: file('server.key'), cert: file('server.pem'), ca: file('ca.pem') };
const clientIdentity = { key: file('client.key'), cert: file('client.pem') };

const nonsense = Buffer.from('this is no record of TLS at all\r\n\r\n');
const alert = Buffer.from([21, 3, 3, 0, 2, 2, 80]);
const record = Buffer.concat([Buffer.from([23, 3, 3, 0, 64]), Buffer.alloc(64, 7)]);
const fates = {
  end: (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  nonsense: (socket) => {
    socket.write(nonsense);
    setTimeout(() => socket.end(), 400);
  },
  'nonsense and end': (socket) => socket.end(nonsense),
  'a fatal alert': (socket) => socket.end(alert),
  'a record that nobody sealed': (socket) => socket.end(record),
};

// Lets `flights` flights through. A flight is over when nothing of it came for a while.
function goBetween(near, port, flights, fate) {
  const far = net.connect(port, '127.0.0.1');
  let passed = 0;
  for (const [from, to] of [[near, far], [far, near]]) {
    from.on('error', () => {});
    let parts = [];
    let pause;
    const finish = () => {
      const flight = Buffer.concat(parts);
      parts = [];
      passed += 1;
      if (passed <= flights) {
        to.write(flight);
      } else if (passed === flights + 1) {
        to.once('close', () => fate(from));
        fate(to);
      }
    };
    from.on('data', (bytes) => {
      parts.push(bytes);
      clearTimeout(pause);
      pause = setTimeout(finish, 30);
    });
  }
}

function watch(socket, name, tell) {
  let isSecure = name === 'server';
  let isSpoiled = false;
  const say = (...words) => { if (!isSpoiled) tell(...words); };
  socket.on('secureConnect', () => { isSecure = true; });
  for (const event of ['secureConnect', 'secure', 'session', 'end']) socket.on(event, () => say(name, event));
  socket.on('data', (bytes) => say(name, `data ${bytes}`));
  socket.on('error', (error) => {
    say(name, 'error', error.code, error.syscall ?? '', error.code === 'ECONNRESET' ? error.message : error.reason ?? '');
    // What becomes of a connection whose records cannot be read is in docs/differences.md.
    isSpoiled = isSecure && error.reason !== undefined;
  });
  socket.on('close', (hadError) => say(name, 'close', hadError));
}

function attempt(version, hasCertificate, flights, fate) {
  return new Promise((resolve) => {
    const lines = { client: [], server: [] };
    const say = (side, ...words) => lines[side].push(words.filter((word) => word !== '').join(' '));
    let open = 2;
    const over = () => {
      open -= 1;
      if (open > 0) return;
      between.close();
      server.close();
      resolve(lines);
    };
    const asks = { requestCert: hasCertificate, rejectUnauthorized: hasCertificate };
    const server = tls.createServer({ ...serverIdentity, ...asks, minVersion: version, maxVersion: version }, (socket) => {
      say('server', 'secureConnection', socket.authorized, socket.authorizationError ?? '');
      watch(socket, 'server', say);
      socket.end('answer');
    });
    server.on('connection', (socket) => socket.on('close', over));
    server.on('tlsClientError', (error, socket) => {
      say('server', 'tlsClientError', error.code, error.reason ?? error.message, socket.destroyed);
    });
    const between = net.createServer({ allowHalfOpen: true }, (near) => goBetween(near, server.address().port, flights, fate));
    server.listen(0, '127.0.0.1', () => between.listen(0, '127.0.0.1', () => {
      const client = tls.connect({
        port: between.address().port,
        host: '127.0.0.1',
        servername: 'server.test',
        ca: serverIdentity.ca,
        ...hasCertificate ? clientIdentity : {},
      });
      watch(client, 'client', say);
      client.on('close', over);
    }));
  });
}

async function main() {
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    for (const hasCertificate of [false, true]) {
      for (const [title, fate] of Object.entries(fates)) {
        const runs = [];
        for (let flights = 0; flights < 4; flights++) runs.push(attempt(version, hasCertificate, flights, fate));
        for (const [flights, lines] of (await Promise.all(runs)).entries()) {
          console.log(`${version}${hasCertificate ? ', both certified' : ''}, ${title} after ${flights} flights`);
          console.log(`  client: ${lines.client.join(', ')}`);
          console.log(`  server: ${lines.server.join(', ')}`);
        }
      }
    }
  }
}
main();
