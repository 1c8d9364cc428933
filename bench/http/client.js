// The client that is measured: requests over an agent that keeps its connections, 16 under way. Prints a line when it is
// ready to be measured, and one with how many requests it made a second.
'use strict';

const http = process.getBuiltinModule('node:http');

const port = Number(process.argv[2]);
const seconds = Number(process.argv[3]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
let done = 0;
let isOver = false;

function next() {
  if (isOver) return;
  http.get({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
    response.resume();
    response.on('end', () => {
      done++;
      next();
    });
  });
}

for (let i = 0; i < 16; i++) next();
setTimeout(() => {
  console.log(0);
  const before = done;
  const began = performance.now();
  setTimeout(() => {
    isOver = true;
    console.log((done - before) / (performance.now() - began) * 1000);
    process.exit();
  }, seconds * 1000);
}, 500);
