// Requests that use one connection after the other: each hears of its answer in its own async context.
'use strict';

const { AsyncLocalStorage } = require('async_hooks');
const http = require('http');

const storage = new AsyncLocalStorage();
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const server = http.createServer((req, res) => {
  req.resume();
  req.on('end', () => res.end(req.url));
}).listen(0, async () => {
  // The first three wait for each other; the last finds the connection free.
  await Promise.all(['one', 'two', 'three'].map((name) => storage.run(name, () => ask(name))));
  await new Promise(setImmediate);
  await storage.run('four', () => ask('four'));
  console.log('outside', storage.getStore());
  agent.destroy();
  server.close();
});

function ask(name) {
  return new Promise((resolve) => {
    const request = http.request({ agent, port: server.address().port, path: `/${name}`, method: 'POST' }, (response) => {
      console.log(name, 'response', storage.getStore(), request.reusedSocket);
      response.on('data', () => console.log(name, 'data', storage.getStore()));
      response.on('end', () => {
        console.log(name, 'end', storage.getStore());
        resolve();
      });
    });
    request.on('socket', () => console.log(name, 'socket', storage.getStore()));
    request.end('body');
  });
}
