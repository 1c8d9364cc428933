const send = require('send');
const serve = require('serve-static');
const http = require('http');
const fs = require('fs');
fs.mkdirSync('pub/dir', { recursive: true });
fs.writeFileSync('pub/index.html', '<h1>home</h1>');
fs.writeFileSync('pub/dir/data.bin', Buffer.alloc(1000, 'ab'));
fs.writeFileSync('pub/.hidden', 'x');
fs.utimesSync('pub/index.html', 1e9, 1e9);
const files = serve('pub', { maxAge: '1d', setHeaders: (r) => r.setHeader('x-s', '1') });
const server = http
  .createServer((q, r) =>
    q.url.startsWith('/send')
      ? send(q, q.url.slice(5), { root: 'pub', dotfiles: 'deny' })
          .on('error', (e) => {
            r.statusCode = e.status;
            r.end(e.message);
          })
          .pipe(r)
      : files(q, r, (e) => {
          r.statusCode = 404;
          r.end(`next ${e?.message}`);
        }),
  )
  .listen(0, async () => {
    const ask = async (path, headers = {}, method = 'GET') => {
      const a = await fetch(`http://127.0.0.1:${server.address().port}${path}`, {
        headers,
        method,
        redirect: 'manual',
      });
      console.log(
        method,
        path,
        a.status,
        a.headers.get('content-type'),
        a.headers.get('content-range'),
        a.headers.get('cache-control'),
        a.headers.get('location'),
        (await a.text()).slice(0, 60),
      );
      return a;
    };
    const first = await ask('/');
    await ask('/', { 'if-none-match': first.headers.get('etag') });
    await ask('/', { 'if-modified-since': new Date().toUTCString() });
    await ask('/dir/data.bin', { range: 'bytes=10-19' });
    await ask('/dir/data.bin', { range: 'bytes=0-1,5-6' });
    await ask('/dir/data.bin', { range: 'bytes=5000-' });
    await ask('/dir');
    await ask('/.hidden');
    await ask('/../x');
    await ask('/none', {}, 'HEAD');
    await ask('/send/.hidden');
    await ask('/send/dir/data.bin', {}, 'HEAD');
    await ask('/', {}, 'POST');
    server.close();
  });
