// Several addresses: the families take turns, each attempt is told of, and all errors come together.
'use strict';
const net = require('net');

const server = net.createServer((socket) => socket.end('here')).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const lookup = (host, options, callback) => {
    console.log('asked for', host, options.all);
    process.nextTick(callback, null, [
      { address: '::1', family: 6 }, { address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 },
    ]);
  };
  const watch = (socket) => {
    socket.on('lookup', (error, address, family, host) => console.log('lookup', error, address, family, host));
    socket.on('connectionAttempt', (ip, _, family) => console.log('attempt', ip, family));
    socket.on('connectionAttemptFailed', (ip, _, family, error) => console.log('failed', ip, family, error.code));
    socket.on('connect', () => console.log('connect', socket.remoteFamily));
    socket.on('data', (data) => console.log('data', String(data)));
    socket.on('error', (error) => {
      console.log('error', error.constructor.name, error.code, error.errors.map(({ address }) => address));
    });
    socket.on('close', (hadError) => console.log('close', hadError, socket.autoSelectFamilyAttemptedAddresses.length));
  };
  const socket = net.connect({ port, host: 'example.test', lookup, autoSelectFamily: true });
  watch(socket);
  socket.on('close', () => {
    server.close(() => {
      watch(net.connect({ port, host: 'example.test', lookup, autoSelectFamily: true }));
    });
  });
});
