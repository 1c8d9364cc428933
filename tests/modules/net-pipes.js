// Sockets by names: a path, an abstract name; addresses of both, modes, and a name that is taken.
'use strict';
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'net-'));
const place = path.join(folder, 'socket');

function talk(name, after) {
  const server = net.createServer((socket) => {
    console.log('server', socket.remoteAddress, socket.remoteFamily, socket.address());
    socket.pipe(socket);
  });
  server.listen({ path: name, readableAll: name[0] === '/', writableAll: name[0] === '/' }, () => {
    console.log('listening', server.address() === name);
    if (name[0] === '/') console.log((fs.statSync(name).mode & 0o777).toString(8));
    const taken = net.createServer().on('error', (error) => {
      console.log(error.code, error.syscall, error.address === name, error.port);
      const client = net.connect(name, () => client.end('hello'));
      client.on('data', (data) => console.log(String(data)));
      client.on('close', () => server.close(after));
    }).listen(name);
    console.log(taken.address() === name);
  });
}

talk(place, () => {
  console.log('gone', !fs.existsSync(place));
  fs.rmSync(folder, { recursive: true });
  talk(`\0rondo-${process.pid}`, () => {
    net.connect(place).on('error', (error) => {
      console.log(error.code, error.syscall, error.address === place, error.message.includes(place));
    });
  });
});
