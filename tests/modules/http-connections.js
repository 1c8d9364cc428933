// Connections in trouble: a client that sends a byte at a time, one that never reads, resets in every state, a server
// that is closed meanwhile. Each has its outcome, and the server goes on.
'use strict';

const http = require('http');
const net = require('net');

const MEGABYTE = Buffer.alloc(1 << 20);
const events = [];
const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.on('aborted', () => events.push(`${request.url} aborted`));
  response.on('close', () => events.push(`${request.url} closed, finished: ${response.writableFinished}`));
  if (request.url === '/large') {
    for (let i = 0; i < 16; i++) response.write(MEGABYTE);
    events.push(`waits: ${response.writableNeedDrain}`);
  } else if (request.url === '/never') {
    // It is not answered.
  } else {
    request.resume();
    request.on('end', () => response.end(`got ${request.url}`));
  }
});

const connect = () => new Promise((resolve) => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => resolve(socket));
  socket.on('error', () => {});
});
const until = (condition) => new Promise((resolve) => {
  const timer = setInterval(() => {
    if (!condition()) return;
    clearInterval(timer);
    resolve();
  }, 5);
});
const closed = (socket) => new Promise((resolve) => socket.on('close', resolve));

async function byteByByte() {
  const socket = await connect();
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => { answer += chunk; });
  for (const byte of 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc') {
    socket.write(byte);
    await new Promise(setImmediate);
  }
  await until(() => answer.includes('got /slow'));
  console.log('byte by byte:', answer.split('\r\n')[0]);
  socket.destroy();
  await closed(socket);
}

async function neverReads() {
  const socket = await connect();
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => events.some((event) => event.startsWith('waits')));
  socket.resetAndDestroy();
  await until(() => events.some((event) => event.startsWith('/large closed')));
  console.log('never reads:', events.splice(0));
}

async function resets() {
  for (const text of ['', 'GET /', 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc']) {
    const socket = await connect();
    socket.write(text || '\r\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
    await closed(socket);
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log('reset after', JSON.stringify(text), events.splice(0));
  }
}

async function closedMeanwhile() {
  const idle = await connect();
  idle.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  const busy = await connect();
  busy.write('POST /last HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nab');
  await new Promise((resolve) => setTimeout(resolve, 50));
  let answer = '';
  busy.setEncoding('utf8').on('data', (chunk) => { answer += chunk; });
  server.close(() => console.log('closed'));
  await closed(idle);
  busy.write('c');
  await closed(busy);
  console.log('closed meanwhile:', answer.split('\r\n').at(-1));
}

server.listen(0, '127.0.0.1', async () => {
  await byteByByte();
  events.length = 0;
  await neverReads();
  await resets();
  await closedMeanwhile();
});
