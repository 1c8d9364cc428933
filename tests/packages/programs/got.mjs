import got from 'got';
import http from 'node:http';
let tries = 0;
const server = http
  .createServer((request, response) => {
    let body = '';
    request
      .on('data', (part) => {
        body += part;
      })
      .on('end', () => {
        if (request.url === '/flaky' && ++tries < 3) return response.writeHead(503).end();
        if (request.url === '/missing') return response.writeHead(404).end('no');
        if (request.url === '/move') return response.writeHead(301, { location: '/json' }).end();
        if (request.url.startsWith('/slow')) return;
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({ method: request.method, url: request.url, body, type: request.headers['content-type'] }),
        );
      });
  })
  .listen(0);
const client = got.extend({
  prefixUrl: `http://127.0.0.1:${server.address().port}`,
  retry: { limit: 3, calculateDelay: ({ computedValue }) => (computedValue ? 5 : 0) },
  hooks: {
    beforeRequest: [
      (options) => {
        options.headers['x-hook'] = '1';
      },
    ],
  },
});
console.log(await client('json', { searchParams: { a: 'b c' } }).json());
console.log(
  await client.post('json', { json: { x: 1 } }).json(),
  await client.put('form', { form: { a: [1].join() } }).json(),
);
console.log((await client('move')).body, (await client('flaky')).retryCount);
await client('missing').catch((error) =>
  console.log(error.name, error.code, error.response.statusCode, error.response.body),
);
await client('slow', { timeout: { request: 50 }, retry: { limit: 0 } }).catch((error) =>
  console.log(error.name, error.event),
);
let size = 0;
for await (const part of client.stream('json')) size += part.length;
console.log(size > 20);
const controller = new AbortController();
setTimeout(() => controller.abort(), 20);
await client('slow2', { signal: controller.signal }).catch((error) => console.log(error.name, error.code));
server.closeAllConnections();
server.close();
