import fetch, { Headers, FormData, Blob, FetchError, Request } from 'node-fetch';
import http from 'node:http';
import zlib from 'node:zlib';
const server = http
  .createServer((request, response) => {
    if (request.url === '/zip')
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('unpacked'));
    if (request.url === '/move') return response.writeHead(303, { location: '/x' }).end();
    if (request.url === '/broken') return request.socket.destroy();
    const parts = [];
    request
      .on('data', (part) => parts.push(part))
      .on('end', () => {
        response.setHeader('x-type', request.headers['content-type'] ?? 'none');
        response.end(`${request.method} ${request.url} ${Buffer.concat(parts).length}`);
      });
  })
  .listen(0);
const base = `http://127.0.0.1:${server.address().port}`;
console.log(
  await (await fetch(`${base}/zip`)).text(),
  await (await fetch(`${base}/move`, { method: 'POST', body: 'x' })).text(),
);
const form = new FormData();
form.append('a', 'b');
form.append('f', new Blob(['hello']), 'f.txt');
const answer = await fetch(new Request(`${base}/form`, { method: 'POST', body: form }));
console.log(
  answer.status,
  answer.headers.get('x-type').replace(/=.*/, '='),
  (await answer.arrayBuffer()).byteLength > 10,
);
await fetch(`${base}/broken`).catch((error) => console.log(error instanceof FetchError, error.type, error.code));
const controller = new AbortController();
controller.abort();
await fetch(base, { signal: controller.signal }).catch((error) => console.log(error.name));
console.log([...new Headers({ B: '1', a: '2' })], await (await fetch('data:text/plain,hi')).text());
server.close();
