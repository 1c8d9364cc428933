// A connection that is refused: the error is never emitted inside connect(), comes once, and before 'close'.
'use strict';
const net = require('net');

const server = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.close(() => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.on('error', (error) => {
      const { code, syscall, address } = error;
      console.log('error', code, syscall, address, error.port === port, socket.destroyed, socket.connecting);
      process.nextTick(() => console.log('tick after error'));
      setImmediate(() => console.log('immediate after error'));
    });
    socket.on('connectionAttemptFailed', (ip, _, family, error) => console.log('failed', ip, family, error.code));
    socket.on('connect', () => console.log('connect'));
    socket.on('close', (hadError) => console.log('close', hadError));
    socket.write('never', (error) => console.log('write', error.code));
    socket.end((error) => console.log('end', error.code));
    console.log('after connect', socket.connecting, socket.destroyed);
  });
});
