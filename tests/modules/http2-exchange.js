// http2: requests and answers over one session: fields, bodies both ways, informational answers, trailers, and their events.
'use strict';
const http2 = require('http2');

const server = http2.createServer();
server.on('stream', (stream, headers, flags, raw) => {
  const path = headers[':path'];
  console.log('server:', headers[':method'], path, flags, raw.length, stream.endAfterHeaders);
  if (path === '/trailers') {
    stream.additionalHeaders({ ':status': 103, 'link': '</style.css>; rel=preload' });
    stream.respond({ ':status': 201, 'x-list': ['a', 'b'], 'set-cookie': ['a=1', 'b=2'] }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ sum: '11' }));
    stream.end('hello world');
    return;
  }
  let length = 0;
  stream.on('data', (chunk) => { length += chunk.length; });
  stream.on('trailers', (trailers) => console.log('server trailers:', trailers.check));
  stream.on('end', () => {
    stream.respond();
    stream.end(`got ${length}`);
  });
});

server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const first = client.request({ ':path': '/trailers', 'x-one': 1 });
  console.log('pending:', first.pending, first.id, first.sentHeaders[':method']);
  first.setEncoding('utf8');
  first.on('headers', (headers) => console.log('info:', headers[':status'], headers.link));
  first.on('response', (headers, flags) => {
    console.log('response:', headers[':status'], headers['x-list'], headers['set-cookie'], flags);
  });
  first.on('data', (chunk) => console.log('data:', chunk));
  first.on('trailers', (trailers, flags) => console.log('trailers:', trailers.sum, flags));
  first.on('end', () => console.log('end'));
  first.on('close', () => {
    console.log('close:', first.rstCode, first.destroyed, first.aborted);
    upload(client);
  });
});

function upload(client) {
  const request = client.request({ ':method': 'POST', ':path': '/upload' }, { waitForTrailers: true });
  request.on('wantTrailers', () => request.sendTrailers({ check: 'ok' }));
  request.setEncoding('utf8');
  request.on('data', (chunk) => console.log('answer:', chunk));
  request.on('close', () => {
    client.close(() => console.log('client closed'));
    server.close(() => console.log('server closed'));
  });
  let left = 30;
  (function write() {
    while (left-- > 0) {
      if (!request.write(Buffer.alloc(10000, 'x'))) return request.once('drain', write);
    }
    request.end();
  })();
}
