// A small server: says hello, tells the time, counts what it is sent, and streams a file.
//
//     ./x run examples/http-server.js [PORT]
//
// With `--once` it asks itself a few things, prints the answers and ends.
'use strict';

const fs = require('fs');
const http = require('http');

const routes = {
  '/': (request, response) => response.end('hello\n'),

  '/time': (request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`${JSON.stringify({ time: new Date() })}\n`);
  },

  '/count': (request, response) => {
    let bytes = 0;
    request.on('data', (chunk) => { bytes += chunk.length; });
    request.on('end', () => response.end(`${bytes} bytes\n`));
  },

  '/source': (request, response) => {
    response.setHeader('Content-Type', 'text/javascript');
    fs.createReadStream(__filename).pipe(response);
  },
};

const server = http.createServer((request, response) => {
  const route = routes[request.url];
  if (route) {
    route(request, response);
  } else {
    response.statusCode = 404;
    response.end('There is nothing here.\n');
  }
});

function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const { port } = server.address();
    const request = http.request({ port, method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => { text += chunk; });
      response.on('end', () => resolve(`${method} ${path}: ${response.statusCode} ${text.trim()}`));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const isOnce = process.argv.includes('--once');
server.listen(isOnce ? 0 : Number(process.argv[2] ?? 8080), async () => {
  if (!isOnce) {
    console.log(`http://localhost:${server.address().port}/`);
    return;
  }
  console.log(await ask('GET', '/'));
  console.log(await ask('POST', '/count', 'x'.repeat(100_000)));
  console.log(await ask('GET', '/nowhere'));
  server.close();
});
