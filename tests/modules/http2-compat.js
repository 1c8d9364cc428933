// http2: requests and answers in the form that http has.
'use strict';
const http2 = require('http2');

const server = http2.createServer((request, response) => {
  console.log(request.method, request.url, request.httpVersion, request.authority.startsWith('localhost:'));
  console.log(request.headers['x-a'], request.rawHeaders.length, request.socket === request.connection);
  response.setHeader('X-B', 'b');
  response.setHeader('x-c', ['1', '2']);
  response.removeHeader('x-b');
  console.log(response.getHeaderNames(), response.hasHeader('X-C'), response.headersSent);
  response.addTrailers({ 'x-end': 'over' });
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    response.writeHead(202, { 'content-type': 'text/plain' });
    response.write(body.toUpperCase());
    response.end('!', () => console.log('finished', response.finished, response.writableEnded));
  });
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const request = client.request({ ':method': 'PUT', ':path': '/x?y', 'x-a': 'one' });
  request.on('response', (headers) => console.log(headers[':status'], headers['x-c'], headers['content-type']));
  request.on('trailers', (headers) => console.log('trailers', headers['x-end']));
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { text += chunk; });
  request.on('close', () => {
    console.log(text);
    client.close();
    server.close();
  });
  request.end('shout');
});
