// A stream that fails under the compatible API does not bring the program down: nobody has to listen for it.
'use strict';

const http2 = require('http2');

const ways = {
  'stream destroyed': (request) => request.stream.destroy(new Error('no')),
  'response destroyed': (request, response) => response.destroy(new Error('no')),
  'stream closed with a code': (request) => request.stream.close(2),
  'destroyed after the headers': (request, response) => {
    response.writeHead(200);
    setTimeout(() => request.stream.destroy(new Error('no')), 20);
  },
  'headers that are too large': (request, response) => {
    response.setHeader('large', 'a'.repeat(65535));
    response.end();
  },
};

const server = http2.createServer((request, response) => ways[request.headers.way](request, response));
server.listen(0, async () => {
  const session = http2.connect(`http://localhost:${server.address().port}`);
  await new Promise((resolve) => session.on('remoteSettings', resolve));
  for (const way of Object.keys(ways)) {
    const stream = session.request({ way });
    stream.resume();
    stream.on('error', (error) => console.log(`${way}: ${error.code} ${error.message}`));
    await new Promise((resolve) => stream.on('close', resolve));
    console.log(`${way}: closed, ${stream.rstCode}`);
  }
  session.close();
  server.close();
});
