const proxy = require('http-proxy');
const http = require('http');
const target = http
  .createServer((q, r) => {
    let body = '';
    q.on('data', (part) => {
      body += part;
    }).on('end', () => {
      r.setHeader('x-target', '1');
      r.end(`${q.method} ${q.url} ${body} ${q.headers['x-added']}`);
    });
  })
  .listen(0, () => {
    const p = proxy.createProxyServer({ target: `http://127.0.0.1:${target.address().port}` });
    p.on('proxyReq', (request) => request.setHeader('x-added', 'yes'));
    p.on('proxyRes', (answer, q, r) => r.setHeader('x-seen', answer.statusCode));
    p.on('error', (error, q, r) => {
      r.statusCode = 502;
      r.end(error.code);
    });
    const front = http
      .createServer((q, r) => (q.url === '/bad' ? p.web(q, r, { target: 'http://127.0.0.1:1' }) : p.web(q, r)))
      .listen(0, async () => {
        for (const [path, options] of [
          ['/a?b', {}],
          ['/post', { method: 'POST', body: 'body' }],
          ['/bad', {}],
        ]) {
          const a = await fetch(`http://127.0.0.1:${front.address().port}${path}`, options);
          console.log(a.status, a.headers.get('x-target'), a.headers.get('x-seen'), await a.text());
        }
        front.close();
        target.close();
        front.closeAllConnections();
        target.closeAllConnections();
      });
  });
