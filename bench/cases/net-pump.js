// 2 GiB over loopback in writes of 64 KiB, from a client to a server of the same process.
'use strict';
// deno takes this file for a module, where there is no require.
const net = typeof require === 'function' ? require('net') : process.getBuiltinModule('net');

const total = 2 ** 31;
const chunk = Buffer.alloc(2 ** 16, 'x');
let sent = 0;
let seen = 0;
let began;

const server = net.createServer((socket) => {
  socket.on('data', (data) => {
    seen += data.length;
  });
  socket.on('end', () => {
    if (seen !== total) throw new Error('wrong length');
    console.log(performance.now() - began);
    server.close();
  });
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    began = performance.now();
    pump();
  });
  client.on('drain', pump);

  function pump() {
    while (sent < total) {
      sent += chunk.length;
      if (!client.write(chunk)) return;
    }
    client.end();
  }
});
