// maxConnections and 'drop', block lists, timeouts, unref, and a signal that aborts.
'use strict';
const net = require('net');

function limited(after) {
  const server = net.createServer((socket) => {
    console.log('taken', server._connections);
    socket.end();
  });
  server.maxConnections = 0;
  server.once('drop', (ends) => {
    console.log('dropped', ends.localAddress, ends.remoteAddress, ends.remoteFamily, typeof ends.remotePort);
    server.maxConnections = 1;
    net.connect(server.address().port, '127.0.0.1').resume().on('close', () => server.close(after));
  });
  server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').resume());
}

function blocked(after) {
  const blockList = new net.BlockList();
  blockList.addSubnet('127.0.0.0', 8);
  net.connect({ port: 1, host: '127.0.0.1', blockList }).on('error', (error) => {
    console.log(error.code, error.message);
    const server = net.createServer({ blockList }, () => console.log('never')).listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1').resume();
      client.on('close', () => server.close(after));
    });
  });
}

function silent(after) {
  const server = net.createServer((socket) => {
    socket.setTimeout(20, () => {
      console.log('timeout', socket.timeout, socket.destroyed);
      socket.destroy();
    });
  }).listen(0, '127.0.0.1', () => {
    net.connect(server.address().port, '127.0.0.1').resume().on('close', () => server.close(after));
  });
}

function aborted(after) {
  const controller = new AbortController();
  const socket = new net.Socket({ signal: controller.signal });
  socket.on('error', (error) => console.log(error.name, error.code));
  socket.on('close', () => {
    const server = net.createServer().listen({ port: 0, signal: AbortSignal.abort() });
    server.on('close', () => {
      console.log('server aborted', server.listening);
      after();
    });
  });
  controller.abort();
}

limited(() => blocked(() => silent(() => aborted(() => {
  const server = net.createServer().unref().listen(0, () => console.log('listens, and keeps nothing alive'));
}))));
