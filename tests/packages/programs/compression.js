const express = require('express');
const compression = require('compression');
const http = require('http');
const zlib = require('zlib');
const app = express().use(compression({ threshold: 100 }));
app.get('/big', (q, r) => r.send('text '.repeat(1000)));
app.get('/small', (q, r) => r.send('x'));
app.get('/stream', (q, r) => {
  r.type('text');
  r.write('one ');
  r.flush();
  setTimeout(() => r.end('two'), 20);
});
const server = app.listen(0, () => {
  const ask = (path, encoding) =>
    new Promise((done) =>
      http.get({ port: server.address().port, path, headers: { 'accept-encoding': encoding } }, (a) => {
        const parts = [];
        a.on('data', (p) => parts.push(p)).on('end', () => {
          const bytes = Buffer.concat(parts);
          const open =
            { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync, deflate: zlib.inflateSync }[
              a.headers['content-encoding']
            ] ?? ((b) => b);
          console.log(
            path,
            encoding,
            a.headers['content-encoding'],
            a.headers.vary,
            open(bytes).length,
            bytes.length < 1000,
          );
          done();
        });
      }),
    );
  (async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'identity']) await ask('/big', encoding);
    await ask('/small', 'gzip');
    await ask('/stream', 'gzip');
    server.close();
  })();
});
