// Resets in every state of a request, from either side, and a server that is closed in the middle of requests: who hears of
// it, and how. Nothing is left open.
'use strict';

const http = require('http');
const net = require('net');

const CHUNK = Buffer.alloc(64 * 1024);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const once = (emitter, event) => new Promise((resolve) => emitter.once(event, resolve));

// Notes what a message or a connection tells.
function listen(notes, name, emitter, events) {
  for (const event of events) {
    emitter.on(event, (error) => notes.push(error instanceof Error ? `${name} ${event} ${error.code}` : `${name} ${event}`));
  }
}

async function startServer(notes, handle) {
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    listen(notes, 'request', request, ['aborted', 'error', 'end', 'close']);
    listen(notes, 'response', response, ['error', 'finish', 'close']);
    handle(request, response);
  });
  server.on('clientError', (error, socket) => {
    notes.push(`clientError ${error.code}, writable: ${socket.writable}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// What the server does with a request, and what the client sends before it resets.
const resetByClient = {
  'without a word': [() => {}, ''],
  'in the head': [() => {}, 'GET / HTTP/1.1\r\nHo'],
  'in a body that is read': [(request) => request.resume(), 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc'],
  'in a body that nobody reads': [() => {}, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc'],
  'in a chunk': [(request) => request.resume(), 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
  'before the answer': [() => {}, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  'within the answer': [(request, response) => { response.write('first'); }, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  'while the answer waits to be written': [
    (request, response) => {
      for (let i = 0; i < 256; i++) response.write(CHUNK);
      response.end();
    },
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  ],
  'after the answer': [(request, response) => response.end('all'), 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
};

async function clientResets(name, [handle, text]) {
  const notes = [];
  const server = await startServer(notes, handle);
  const socket = net.connect(server.address().port, '127.0.0.1');
  await once(socket, 'connect');
  if (name.includes('waits')) socket.pause();
  else socket.resume();
  if (text !== '') socket.write(text);
  await pause(80);
  socket.resetAndDestroy();
  await pause(80);
  server.close();
  await once(server, 'close');
  console.log('client,', `${name}:`, notes);
}

// What a server sends before it resets.
const resetByServer = {
  'without a word': '',
  'in the head': 'HTTP/1.1 200 OK\r\nContent-Le',
  'in the body': 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc',
  'in a chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
  'in a body without length': 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc',
  'while it is kept': 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc',
};

async function serverResets(name, text) {
  const notes = [];
  const agent = new http.Agent({ keepAlive: true });
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      if (text !== '') socket.write(text);
      await pause(60);
      socket.resetAndDestroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = http.get({ port: server.address().port, host: '127.0.0.1', agent });
  listen(notes, 'request', request, ['error', 'finish', 'close']);
  request.on('response', (response) => {
    notes.push('response');
    listen(notes, 'response', response.resume(), ['aborted', 'error', 'end', 'close']);
  });
  await pause(180);
  notes.push(`sockets: ${Object.keys(agent.sockets).length}, free: ${Object.keys(agent.freeSockets).length}`);
  server.close();
  await once(server, 'close');
  console.log('server,', `${name}:`, notes);
}

// One connection waits for its answer, one has sent half a head, one is idle.
async function closeMeanwhile() {
  const notes = [];
  let answer;
  const server = await startServer(notes, (request, response) => {
    if (request.url === '/idle') response.end('idle');
    else answer = response;
  });
  const { port } = server.address();
  const open = async (name, text) => {
    const socket = net.connect(port, '127.0.0.1');
    listen(notes, name, socket, ['error', 'close']);
    socket.setEncoding('latin1').on('data', (data) => notes.push(`${name} ${data.split('\r\n')[0]} ${/Connection: .*/.exec(data)}`));
    await once(socket, 'connect');
    socket.write(text);
    await pause(40);
    return socket;
  };
  await open('idle', 'GET /idle HTTP/1.1\r\nHost: a\r\n\r\n');
  await open('waiting', 'GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
  const half = await open('half', 'GET / HT');
  server.close(() => notes.push('closed'));
  await pause(60);
  notes.push('answers');
  answer.end('late');
  await pause(60);
  half.destroy();
  await pause(60);
  server.closeAllConnections();
  await pause(60);
  console.log('closed meanwhile:', notes);
}

(async () => {
  for (const name of Object.keys(resetByClient)) await clientResets(name, resetByClient[name]);
  for (const name of Object.keys(resetByServer)) await serverResets(name, resetByServer[name]);
  await closeMeanwhile();
})();
