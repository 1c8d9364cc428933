// Resets in every state of a connection, from either side, and a server that is closed meanwhile.
'use strict';

const net = require('net');

const MEGABYTE = Buffer.alloc(1 << 20);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const closed = (socket) => new Promise((resolve) => socket.once('close', resolve));

// What a connection does on the server's side, and what the client does before it resets.
const states = {
  'at once': [() => {}, () => {}],
  'after a word': [(socket) => socket.resume(), (socket) => socket.write('word')],
  'while the server waits to write': [
    (socket) => {
      for (let i = 0; i < 16; i++) socket.write(MEGABYTE);
    },
    (socket) => socket.pause(),
  ],
  'unread': [(socket) => socket.pause(), (socket) => socket.write('never read')],
  'after its end': [(socket) => socket.resume(), (socket) => socket.end('last word')],
  'after the end of the server': [(socket) => socket.resume().end(), (socket) => socket.resume()],
};

async function resetByClient(name, [onServer, onClient]) {
  const events = [];
  let connection;
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    connection = socket;
    for (const event of ['end', 'finish']) socket.on(event, () => events.push(event));
    socket.on('error', (error) => events.push(error.code));
    socket.on('close', (hadError) => events.push(`close, error: ${hadError}`));
    onServer(socket);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect({ port: server.address().port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', (error) => console.log('client', error.code));
  await new Promise((resolve) => socket.once('connect', resolve));
  onClient(socket);
  await pause(60);
  socket.resetAndDestroy();
  await closed(socket);
  await pause(60);
  connection.destroy();
  server.close();
  await closed(server);
  console.log('reset', `${name}:`, events);
}

async function resetByServer() {
  const server = net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.on('error', (error) => console.log('reset by the server:', error.code, error.syscall));
  socket.resume().write('hello');
  await closed(socket);
  server.close();
  await closed(server);
}

async function closeMeanwhile() {
  const server = net.createServer((socket) => socket.pipe(socket));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const socket = net.connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  await pause(30);
  server.close(() => console.log('closed with the last connection'));
  socket.write('still there');
  const [bytes] = await Promise.all([new Promise((resolve) => socket.once('data', resolve)), pause(30)]);
  console.log(String(bytes), server.listening);
  const late = net.connect(port, '127.0.0.1');
  late.on('error', (error) => {
    console.log('too late:', error.code);
    socket.end();
  });
}

(async () => {
  for (const name of Object.keys(states)) await resetByClient(name, states[name]);
  await resetByServer();
  await closeMeanwhile();
})();
