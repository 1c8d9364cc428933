const request = require('request');
const http = require('http');
const server = http
  .createServer((q, r) => {
    let body = '';
    q.on('data', (part) => {
      body += part;
    }).on('end', () => {
      if (q.url === '/move') return r.writeHead(302, { location: '/there' }).end();
      r.setHeader('set-cookie', 'a=b');
      r.end(JSON.stringify({ url: q.url, body, type: q.headers['content-type'], auth: q.headers.authorization }));
    });
  })
  .listen(0, () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    request(
      { url: `${base}/x`, qs: { a: [1, 2] }, json: true, auth: { user: 'u', pass: 'p' } },
      (error, answer, body) => {
        console.log(error, answer.statusCode, body);
        request.post({ url: `${base}/form`, form: { k: 'v w' } }, (e, r, text) => {
          console.log(text);
          request(`${base}/move`)
            .on('response', (r2) => console.log(r2.statusCode))
            .pipe(require('fs').createWriteStream('out.txt'))
            .on('finish', () => {
              console.log(require('fs').readFileSync('out.txt', 'utf8'));
              server.close();
            });
        });
      },
    );
  });
