// EventSource: a stream of events, in pieces and with all kinds of lines; the connection after one that broke; answers that are
// no such stream.
'use strict';

const http = require('http');

const FIRST = ['\uFEFF: a comment\nretry: 50\ndata: one\n\ndata:two\ndata: three\nid: 7\nevent: odd\n\n',
               'data\n\nid\0: 9\ndata: four\r\n\r\nid: a\0b\ndata: five\r\rda', 'ta: cut\r', '\n\r\nevent: empty\n\n',
               'retry: soon\ndata: unfinished'];
let count = 0;

async function stream(response) {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  if (count > 1) {
    response.write('data: again\n\n');
    return;
  }
  for (const piece of FIRST) {
    response.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  response.end();
}

const server = http.createServer((request, response) => {
  count++;
  const { accept, 'cache-control': cache, 'last-event-id': id } = request.headers;
  console.log('request', request.method, request.url, accept, cache, id);
  if (request.url === '/missing') response.writeHead(404).end();
  else if (request.url === '/nothing') response.writeHead(204).end();
  else if (request.url === '/text') response.writeHead(200, { 'Content-Type': 'text/plain' }).end('data: x\n\n');
  else if (request.url === '/moved') response.writeHead(302, { Location: '/missing' }).end();
  else stream(response);
});

function show({ type, data, lastEventId, origin, constructor }) {
  console.log([type, data, lastEventId, origin.startsWith('http://localhost:'), constructor.name]);
}

function untilAgain(source) {
  return new Promise((resolve) => {
    source.addEventListener('odd', show);
    source.onopen = (event) => console.log('open', source.readyState, event.constructor.name);
    source.onerror = (event) => console.log('error', source.readyState, event.constructor.name);
    source.onmessage = (event) => {
      show(event);
      if (event.data === 'again') resolve();
    };
  });
}

server.listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const source = new EventSource(`${base}/events`);
  console.log(source.readyState, source.url === `${base}/events`, source.withCredentials, String(source), source.onopen);
  await untilAgain(source);
  source.close();
  console.log('closed', source.readyState, EventSource.CLOSED, source.OPEN, Object.keys(source));
  for (const path of ['/missing', '/nothing', '/text', '/moved']) {
    const none = new EventSource(base + path, { withCredentials: true });
    await new Promise((resolve) => { none.onerror = resolve; });
    console.log(path, none.readyState, none.withCredentials);
  }
  server.closeAllConnections();
  server.close();
  const wrong = [() => new EventSource(), () => new EventSource('no address'), () => new EventSource('http://a', 5),
                 () => EventSource.prototype.close.call({})];
  for (const act of wrong) {
    try {
      act();
    } catch (error) {
      console.log(error.constructor.name, error.name, error.message);
    }
  }
});
