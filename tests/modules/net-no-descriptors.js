// A server that has no descriptor left for a connection: who comes then is turned away, and when there are descriptors again
// the server goes on. The server runs in a shell that limits it.
'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const net = require('net');

function serve() {
  const files = [];
  const server = net.createServer((socket) => socket.end('hello'));
  server.on('error', (error) => process.send({ error: error.code }));
  process.on('message', (order) => {
    if (order === 'use up') {
      try {
        for (;;) files.push(fs.openSync('/dev/null'));
      } catch (error) {
        process.send({ usedUp: error.code });
      }
    } else if (order === 'free') {
      files.splice(0).forEach((fd) => fs.closeSync(fd));
      process.send({ freed: true });
    } else {
      server.close();
      process.disconnect();
    }
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}

const ask = (port) => new Promise((resolve) => {
  let text = '';
  const socket = net.connect(port, '127.0.0.1');
  socket.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
  // Whether it is closed or reset depends on who is first.
  socket.on('error', () => {});
  socket.on('close', () => resolve(text || 'turned away'));
});

async function main() {
  const command = `ulimit -n 48; exec "${process.execPath}" "${__filename}" server`;
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('exit', (code) => console.log('server ended with', code));
  const answer = () => new Promise((resolve) => child.once('message', resolve));
  const order = (what) => {
    child.send(what);
    return answer();
  };
  const { port } = await answer();
  console.log('at first:', await ask(port));
  console.log(await order('use up'));
  console.log('without descriptors:', await Promise.all([ask(port), ask(port), ask(port)]));
  console.log(await order('free'));
  console.log('with descriptors:', await Promise.all([ask(port), ask(port), ask(port)]));
  child.send('end');
}

if (process.argv[2] === 'server') serve();
else main();
