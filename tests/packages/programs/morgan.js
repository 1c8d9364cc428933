const morgan = require('morgan');
const http = require('http');
const lines = [];
const stream = { write: (line) => lines.push(line.trim()) };
morgan.token('kind', (request) => request.headers['x-kind']);
const one = morgan('tiny', { stream });
const two = morgan(':method :url HTTP/:http-version :status :res[content-length] ":user-agent" :kind', {
  stream,
  skip: (q, r) => r.statusCode === 404,
});
const server = http
  .createServer((q, r) =>
    one(q, r, () =>
      two(q, r, () => {
        r.statusCode = q.url === '/no' ? 404 : 200;
        r.setHeader('content-length', 2);
        r.end('ok');
      }),
    ),
  )
  .listen(0, async () => {
    for (const path of ['/', '/no'])
      await (
        await fetch(`http://127.0.0.1:${server.address().port}${path}`, {
          headers: { 'user-agent': 'me', 'x-kind': 'k' },
        })
      ).text();
    server.close(() => console.log(lines.map((line) => line.replace(/[\d.]+ ms/, 'N ms'))));
  });
