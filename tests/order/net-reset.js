// Resets: the side that resets sees only 'close', the other one an error, once; of a socket that was ended, of one that
// never connected, and amid a write.
'use strict';
const net = require('net');

function watch(name, socket) {
  socket.on('error', (error) => console.log(name, 'error', error.code, error.syscall));
  socket.on('end', () => console.log(name, 'end'));
  socket.on('close', (hadError) => console.log(name, 'close', hadError));
  socket.resume();
}

function pair(name, act, after) {
  const server = net.createServer((accepted) => {
    watch(`${name} server`, accepted);
    accepted.on('close', () => server.close(after));
    accepted.write('ready');
  }).listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    watch(`${name} client`, client);
    client.once('data', () => act(client));
  });
}

const unborn = new net.Socket();
watch('unborn', unborn);
unborn.resetAndDestroy();

pair('plain', (client) => client.resetAndDestroy(), () => {
  pair('twice', (client) => client.resetAndDestroy().resetAndDestroy(), () => {
    pair('write', (client) => {
      client.write('x'.repeat(100), (error) => console.log('written', error));
      client.resetAndDestroy();
      client.write('y', (error) => console.log('late', error.code));
    }, () => console.log('done'));
  });
});
