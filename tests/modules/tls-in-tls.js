// TLS within TLS, over one connection: once the inner one has begun, those who listened to the outer one hear nothing more, and large
// data comes through whole, with pauses.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const [ca, key, cert] = [file('ca.pem'), file('server.key'), file('server.pem')];
const large = Buffer.alloc(3_000_000, 'some bytes that differ from one another');
const sum = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const inner = tls.createServer({ key, cert }, (socket) => {
  console.log('inner connection', socket.getProtocol());
  const parts = [];
  socket.on('data', (bytes) => {
    parts.push(bytes);
    socket.pause();
    setImmediate(() => socket.resume());
  });
  socket.on('end', () => {
    const all = Buffer.concat(parts);
    console.log('inner server has', all.length, sum(all) === sum(large));
    socket.end(all);
  });
});
const outer = tls.createServer({ key, cert }, (socket) => {
  socket.on('data', (bytes) => {
    console.log('outer server has', String(bytes));
    socket.write('yes');
    inner.emit('connection', socket);
  });
});
outer.listen(0, '127.0.0.1', () => {
  const below = tls.connect({ port: outer.address().port, host: '127.0.0.1', ca, servername: 'server.test' });
  below.write('more?');
  below.on('data', (bytes) => {
    console.log('outer client has', String(bytes));
    const above = tls.connect({ socket: below, ca, servername: 'server.test' }, () => {
      console.log('inner client', above.authorized, above.encrypted);
      above.end(large);
    });
    const parts = [];
    above.on('data', (part) => parts.push(part));
    above.on('end', () => console.log('inner client has', sum(Buffer.concat(parts)) === sum(large)));
    above.on('close', () => { console.log('inner client closed'); outer.close(); });
  });
});
