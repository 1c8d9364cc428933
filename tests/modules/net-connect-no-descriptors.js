// Who has no descriptor left cannot connect, listen or send: each fails by an error of its own, and works when there are
// descriptors again. The one without runs in a shell that limits it.
'use strict';

const { spawn } = require('child_process');
const dgram = require('dgram');
const fs = require('fs');
const http = require('http');
const net = require('net');

const outcome = (emitter, event) => new Promise((resolve) => {
  emitter.once('error', (error) => resolve([error.code, error.syscall]));
  emitter.once(event, () => resolve(event));
});

async function connect(port) {
  const socket = net.connect(port, '127.0.0.1');
  let isClosed = false;
  socket.on('close', (hadError) => { isClosed = hadError; });
  const result = await outcome(socket, 'connect');
  socket.destroy();
  await new Promise(setImmediate);
  return [result, isClosed, socket.destroyed];
}

async function listen() {
  const server = net.createServer();
  const result = await outcome(server.listen(0, '127.0.0.1'), 'listening');
  const { listening } = server;
  server.close();
  return [result, listening];
}

async function request(port) {
  const asked = http.get({ port, host: '127.0.0.1', agent: new http.Agent() });
  const result = await outcome(asked, 'response');
  asked.destroy();
  return result;
}

async function bind() {
  let socket;
  try {
    socket = dgram.createSocket('udp4');
    const result = await outcome(socket.bind(0, '127.0.0.1'), 'listening');
    socket.close();
    return result;
  } catch (error) {
    return ['thrown', error.code, error.syscall];
  }
}

const files = [];

// What was closed before may have left some.
async function useUp() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  try {
    for (;;) files.push(fs.openSync('/dev/null'));
  } catch (error) {
    return error.code;
  }
}

async function all(port, prepare) {
  await prepare();
  console.log('connect:', await connect(port));
  await prepare();
  console.log('listen:', await listen());
  await prepare();
  console.log('request:', await request(port));
  await prepare();
  console.log('bind:', await bind());
}

async function limited(port) {
  // What is loaded when it is first used is loaded now.
  await all(port, () => {});
  console.log('used up:', await useUp());
  await all(port, useUp);
  for (const fd of files) fs.closeSync(fd);
  console.log('freed');
  await all(port, () => {});
}

if (process.argv[2] === 'limited') {
  limited(Number(process.argv[3]));
} else {
  const server = http.createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1', () => {
    const command = `ulimit -n 64; exec "${process.execPath}" "${__filename}" limited ${server.address().port}`;
    const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('close', (code) => {
      console.log('ended with', code);
      server.close();
      server.closeAllConnections();
    });
  });
}
