// 64 bytes to and fro between clients and a server of one process: over so many connections, so many round trips in all.
'use strict';
// deno takes this file for a module, where there is no require.
const net = typeof require === 'function' ? require('net') : process.getBuiltinModule('net');

const connections = Number(process.argv[2]);
const total = Number(process.argv[3]);
const message = Buffer.alloc(64, 'x');
let left = total;
let began;

const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  // Clients that go away amid a message reset their connections.
  socket.on('error', () => {});
  socket.on('data', (data) => socket.write(data));
});
server.listen(0, '127.0.0.1', () => {
  let waiting = connections;
  const clients = [];
  for (let i = 0; i < connections; i += 1) {
    const client = net.connect(server.address().port, '127.0.0.1', () => {
      client.setNoDelay(true);
      waiting -= 1;
      if (waiting > 0) return;
      began = performance.now();
      for (const each of clients) each.write(message);
    });
    client.on('data', (data) => {
      if (data.length !== message.length) throw new Error('a message in pieces');
      left -= 1;
      if (left > 0) {
        client.write(message);
      } else if (left === 0) {
        console.log(performance.now() - began);
        for (const each of clients) each.destroy();
        server.close();
      }
    });
    clients.push(client);
  }
});
