// The server that is measured: one program for all cases. Its first line of output is its port.
'use strict';

const fs = process.getBuiltinModule('node:fs');
const http = process.getBuiltinModule('node:http');

const file = process.argv[2];
const hello = 'Hello, world!\n';
const users = Array.from({ length: 10 }, (_, id) => ({ id, name: `user ${id}`, active: id % 2 === 0 }));

function answerJson(response) {
  const body = JSON.stringify({ users, total: users.length });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

// Counts what it is sent.
function answerUpload(request, response) {
  let size = 0;
  request.on('data', (chunk) => { size += chunk.length; });
  request.on('end', () => response.end(String(size)));
}

const server = http.createServer((request, response) => {
  switch (request.url) {
    case '/json': return answerJson(response);
    case '/upload': return answerUpload(request, response);
    case '/file': return fs.createReadStream(file).pipe(response);
    default:
      response.setHeader('Content-Type', 'text/plain');
      return response.end(hello);
  }
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
