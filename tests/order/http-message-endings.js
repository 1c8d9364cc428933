// How many ticks lie between the end of a message, its 'close', and what happens to its answer or request: of messages without
// a body, with one that is read, and with one that nobody reads.
'use strict';

const http = require('http');
const net = require('net');

// Notes five ticks, one after the other.
function countTicks(notes) {
  let count = 0;
  const next = () => {
    notes.push(++count);
    if (count < 5) process.nextTick(next);
  };
  process.nextTick(next);
}

function listen(notes, name, emitter, events) {
  for (const event of events) emitter.on(event, () => notes.push(`${name} ${event}`));
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';

async function onServer(title, text, handle) {
  const notes = [];
  const server = http.createServer((request, response) => {
    listen(notes, 'request', request, ['end', 'close']);
    listen(notes, 'response', response, ['finish', 'close']);
    response.on('finish', () => countTicks(notes));
    handle(request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.resume().write(text);
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  server.close();
  console.log(`${title}:`, notes.join(', '));
}

async function onClient(title, answers, agent) {
  const notes = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      for (const answer of answers) {
        socket.write(answer);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (!agent) socket.end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const request = http.get({ port: server.address().port, host: '127.0.0.1', agent });
  listen(notes, 'request', request, ['finish', 'close']);
  request.on('socket', (socket) => listen(notes, 'socket', socket, ['free', 'close']));
  request.on('response', (response) => {
    listen(notes, 'response', response, ['data', 'end', 'close']);
    response.on('end', () => countTicks(notes));
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (agent) agent.destroy();
  server.close();
  console.log(`${title}:`, notes.join(', '));
}

const later = (act) => setImmediate(act);
const head = (field) => `HTTP/1.1 200 OK\r\n${field}\r\n\r\n`;

(async () => {
  await onServer('no body, answered at once', GET, (request, response) => response.end('x'));
  await onServer('no body, answered later', GET, (request, response) => later(() => response.end('x')));
  await onServer('no body, resumed', GET, (request, response) => { request.resume(); response.end('x'); });
  await onServer('a body that nobody reads', POST, (request, response) => later(() => response.end('x')));
  await onServer('a body that is read', POST, (request, response) => request.resume().on('end', () => response.end('x')));
  for (const keepAlive of [true, false]) {
    const agent = () => keepAlive && new http.Agent({ keepAlive });
    await onClient(`whole, kept: ${keepAlive}`, [`${head('Content-Length: 3')}abc`], agent());
    await onClient(`body later, kept: ${keepAlive}`, [head('Content-Length: 3'), 'abc'], agent());
    await onClient(`empty, kept: ${keepAlive}`, [head('Content-Length: 0')], agent());
    await onClient(`chunks, kept: ${keepAlive}`, [head('Transfer-Encoding: chunked'), '3\r\nabc\r\n', '0\r\n\r\n'], agent());
  }
})();
