// destroy(): 'error' in a tick, 'close' in the closing phase; and of a socket that was never connected.
'use strict';
const net = require('net');

function watch(socket, name) {
  socket.on('error', (error) => console.log(name, 'error', error.message));
  socket.on('end', () => console.log(name, 'end'));
  socket.on('close', (hadError) => console.log(name, 'close', hadError));
}

const unborn = new net.Socket();
watch(unborn, 'unborn');
unborn.destroy(new Error('too early'));
process.nextTick(() => console.log('tick'));

const server = net.createServer((socket) => {
  watch(socket, 'server');
  socket.resume();
  socket.on('close', () => server.close());
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    watch(client, 'client');
    client.destroy(new Error('enough'), (error) => console.log('destroyed', error.message));
    console.log('after destroy', client.destroyed, client._handle);
    client.write('late', (error) => console.log('write', error.code));
    process.nextTick(() => console.log('tick after destroy'));
    Promise.resolve().then(() => console.log('microtask after destroy'));
    setImmediate(() => console.log('immediate after destroy'));
  });
});
server.on('close', () => console.log('server closed'));
