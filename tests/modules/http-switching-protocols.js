// http: answers 101 that name a protocol, and those that do not, which are answers like others.
'use strict';

const http = require('http');
const net = require('net');

async function ask(fields, listens) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(`HTTP/1.1 101 Switching\r\n${fields.map((line) => `${line}\r\n`).join('')}\r\nrest`));
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const seen = [];
  await new Promise((resolve) => {
    const { port } = server.address();
    const request = http.request({ port, headers: { connection: 'upgrade', upgrade: 'x' }, agent: false });
    if (listens) {
      request.on('upgrade', (_answer, socket, head) => {
        seen.push(`upgrade ${head}`);
        socket.destroy();
      });
    }
    request.on('information', (answer) => seen.push(`information ${answer.statusCode}`));
    request.on('response', (answer) => {
      seen.push(`response ${answer.statusCode}`);
      answer.on('end', () => seen.push('end'));
      answer.resume();
    });
    request.on('error', (error) => seen.push(`error ${error.code}`));
    request.on('close', () => {
      seen.push('close');
      resolve();
    });
    request.end();
  });
  server.close();
  console.log(fields, listens, seen.join(', '));
}

(async () => {
  for (const fields of [['Upgrade: x'], ['Connection: Upgrade'], ['Connection: Upgrade', 'Upgrade: x'], []]) {
    await ask(fields, true);
    await ask(fields, false);
  }
})();
