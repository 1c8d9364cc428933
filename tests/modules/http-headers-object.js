// `headers` and `trailers` are plain objects, whatever the fields are called; those with lists have no prototype.
const http = require('http');
const net = require('net');

const server = http.createServer((request, response) => {
  if (request.method === 'GET') return response.end();
  const { headers } = request;
  console.log(headers.hasOwnProperty('host'), Object.getPrototypeOf(headers) === Object.prototype, typeof headers.toString);
  console.log(JSON.stringify(headers));
  console.log(Object.getPrototypeOf(request.headersDistinct), Object.keys(request.headersDistinct));
  request.resume().on('end', () => {
    console.log(request.trailers, Object.getPrototypeOf(request.trailers) === Object.prototype);
    response.end();
  });
});
server.listen(0, () => {
  const socket = net.connect(server.address().port);
  socket.end(
    'POST / HTTP/1.1\r\nHost: a\r\n__proto__: b\r\n__proto__: c\r\nconstructor: d\r\nconstructor: e\r\n' +
    'hasOwnProperty: f\r\nset-cookie: g\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n__proto__: h\r\nT: 1\r\n\r\n');
  socket.resume().on('close', () => {
    http.get({ port: server.address().port, headers: { connection: 'close' } }, (answer) => {
      console.log(answer.headers.hasOwnProperty('date'), answer.headers.hasOwnProperty('toString'));
      answer.resume().on('end', () => server.close());
    });
  });
});
