// Clients that are slow: with a head, with a body, and with reading what they are sent. The server gives up on the first
// two in time, and keeps no more in memory for the others than it has to.
'use strict';

const http = require('http');
const net = require('net');
const { Readable } = require('stream');

const CHUNK = Buffer.alloc(64 * 1024);
const errors = [];
let produced = 0;
let answered = 0;

function endless() {
  return new Readable({
    read() {
      produced += CHUNK.length;
      this.push(produced < 1 << 28 ? CHUNK : null);
    },
  });
}

const limits = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 30, keepAliveTimeout: 60_000 };
const server = http.createServer(limits, (request, response) => {
  if (request.url === '/endless') {
    endless().pipe(response);
  } else if (request.url === '/pipelined') {
    answered++;
    response.end(CHUNK);
  } else {
    request.resume().on('end', () => response.end('whole')).on('error', (error) => errors.push(`request ${error.code}`));
  }
});
server.on('clientError', (error, socket) => {
  errors.push(error.code);
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
});

const connect = () => new Promise((resolve) => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => resolve(socket));
  socket.on('error', () => {});
});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Sends a piece of text now and then until there is an answer; gives its first line, and what was wrong.
async function dribble(first, piece) {
  const socket = await connect();
  let answer = '';
  let isOver = false;
  socket.setEncoding('utf8').on('data', (chunk) => { answer += chunk; });
  socket.on('close', () => { isOver = true; });
  socket.write(first);
  while (!isOver) {
    await pause(20);
    if (!isOver && answer === '') socket.write(piece);
    else socket.end();
  }
  await pause(50);
  return [answer.split('\r\n')[0], ...errors.splice(0)];
}

async function settled(count) {
  let last = -1;
  while (last !== count()) {
    last = count();
    await pause(100);
  }
  return last;
}

async function neverReads() {
  const socket = await connect();
  socket.pause();
  socket.write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n');
  await pause(50);
  const bytes = await settled(() => produced);
  console.log('an endless answer stops:', bytes > 0 && bytes < 32 << 20);
  socket.destroy();
}

async function neverReadsButAsks() {
  const socket = await connect();
  socket.pause();
  socket.write('GET /pipelined HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20_000));
  await pause(50);
  const count = await settled(() => answered);
  console.log('requests are not taken without end:', count > 0 && count < 5000);
  socket.destroy();
}

server.listen(0, '127.0.0.1', async () => {
  console.log('slow head:', await dribble('GET /', 'x'));
  console.log('slow fields:', await dribble('GET / HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'));
  console.log('slow body:', await dribble('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n', 'x'));
  console.log('nothing at all:', await dribble('', ''));
  // From here on time does not count.
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  await neverReads();
  await neverReadsButAsks();
  server.close(() => console.log('closed'));
  server.closeAllConnections();
});
