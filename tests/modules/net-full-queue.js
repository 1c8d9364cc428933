// More clients than the queue of a listening socket has room for, while the server is busy: the system has those wait that
// do not fit, and each is served in the end.
'use strict';

const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'server') {
  const server = net.createServer((socket) => socket.end('hello'));
  process.on('message', () => {
    const until = Date.now() + 300;
    while (Date.now() < until);
  });
  process.on('disconnect', () => server.close());
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send(server.address().port));
} else {
  const child = fork(__filename, ['server']);
  child.once('message', async (port) => {
    child.send('be busy');
    const served = Array.from({ length: 3 }, () => new Promise((resolve) => {
      let text = '';
      const socket = net.connect(port, '127.0.0.1');
      socket.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
      socket.on('error', (error) => { text = error.code; });
      socket.on('close', () => resolve(text));
    }));
    console.log(await Promise.all(served));
    child.disconnect();
  });
}
