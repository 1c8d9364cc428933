// Where 'listening', errors of listen() and the callbacks of close() come.
'use strict';
const net = require('net');

const server = net.createServer();
server.listen(0, '127.0.0.1', () => {
  console.log('listening', server.listening);
  const other = net.createServer();
  other.on('error', (error) => {
    console.log('error', error.code, error.syscall, error.address);
    other.close((closed) => console.log('other closed', closed.code));
  });
  other.on('close', () => console.log('close of other'));
  other.listen(server.address().port, '127.0.0.1');
  console.log('after second listen');
  try {
    server.listen(0);
  } catch (error) {
    console.log(error.code, error.message);
  }
  process.nextTick(() => console.log('tick'));
  setImmediate(() => {
    console.log('immediate');
    server.close((error) => console.log('closed', error));
    server.close((error) => console.log('closed again', error.code));
    server.getConnections((error, count) => console.log('connections', error, count));
    console.log('after close', server.listening, server.address());
  });
});
process.nextTick(() => console.log('tick after listen'));
Promise.resolve().then(() => console.log('microtask after listen'));
setImmediate(() => console.log('immediate after listen'));

const early = net.createServer();
early.on('listening', () => console.log('never'));
early.on('close', () => console.log('early closed'));
early.listen(0).close();
