// A write that is under way when its socket is destroyed, or reset by the other side, is not on its way: its callback is told.
'use strict';

const net = require('net');

const MUCH = Buffer.alloc(1 << 24);

async function lose(name, act, peer) {
  const notes = [];
  const server = net.createServer((socket) => {
    socket.on('error', (error) => notes.push(`error ${error.code}`));
    socket.on('finish', () => notes.push('finish'));
    socket.on('close', (hadError) => notes.push(`close, error: ${hadError}`));
    act(socket, (what) => (error) => notes.push(`${what}: ${error && `${error.message}, ${error.errno}`}`));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('error', () => {});
  client.pause();
  await new Promise((resolve) => setTimeout(resolve, 100));
  peer?.(client);
  await new Promise((resolve) => setTimeout(resolve, 100));
  client.destroy();
  server.close();
  console.log(`${name}:`, notes);
}

(async () => {
  await lose('destroyed', (socket, note) => {
    socket.write(MUCH, note('first'));
    socket.write(MUCH, note('second'));
    setTimeout(() => socket.destroy(), 60);
  });
  await lose('destroyed at once', (socket, note) => {
    socket.write(MUCH, note('write'));
    socket.destroy();
  });
  await lose('destroyed with an error', (socket, note) => {
    socket.write(MUCH, note('write'));
    setTimeout(() => socket.destroy(Object.assign(new Error('mine'), { code: 'MINE' })), 60);
  });
  await lose('reset by the other side', (socket, note) => {
    socket.resume().write(MUCH, note('first'));
    socket.write(MUCH, note('second'));
  }, (client) => client.resetAndDestroy());
  await lose('ended, then destroyed', (socket, note) => {
    socket.end(MUCH, note('end'));
    setTimeout(() => socket.destroy(), 60);
  });
})();
