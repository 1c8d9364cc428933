// The events of a connection, on both ends, and where they come between ticks, microtasks and immediates.
'use strict';
const net = require('net');

const server = net.createServer({ allowHalfOpen: false }, (socket) => {
  console.log('server: connection', socket.readyState, server._connections);
  socket.on('data', (data) => {
    console.log('server: data', String(data));
    socket.write('answer', () => console.log('server: answer written'));
  });
  socket.on('end', () => console.log('server: end', socket.writable));
  socket.on('finish', () => console.log('server: finish'));
  socket.on('close', (hadError) => console.log('server: close', hadError));
});
server.on('close', () => console.log('server closed'));
console.log('listen', server.listen(0, '127.0.0.1') === server, server.listening);
server.on('listening', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  console.log('connecting', client.connecting, client.pending, client.readyState);
  client.on('connectionAttempt', (ip, port, family) => console.log('attempt', ip, family));
  client.on('connect', () => {
    console.log('connect', client.connecting, client.readyState);
    process.nextTick(() => console.log('tick after connect'));
    Promise.resolve().then(() => console.log('microtask after connect'));
  });
  client.on('ready', () => {
    console.log('ready');
    client.write('question', () => console.log('question written'));
    console.log('bytes written', client.bytesWritten);
  });
  client.on('data', (data) => {
    console.log('data', String(data), client.bytesRead);
    client.end(() => console.log('end called back'));
  });
  client.on('finish', () => console.log('finish', client.readyState));
  client.on('end', () => console.log('end', client.readyState));
  client.on('close', (hadError) => {
    console.log('close', hadError, client.destroyed, client.bytesRead, client.bytesWritten);
    server.close(() => console.log('close called back'));
  });
});
