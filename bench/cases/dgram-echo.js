// A datagram of 32 bytes there and back, 100,000 times, one under way at a time.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const dgram = load('dgram');
const { Buffer } = load('buffer');

const message = Buffer.alloc(32, 'x');
const server = dgram.createSocket('udp4');
const client = dgram.createSocket('udp4');
let left = 100_000;
let began;

server.on('message', (data, from) => server.send(data, from.port, from.address));
client.on('message', (data) => {
  if (data.length !== message.length) throw new Error('wrong length');
  left -= 1;
  if (left > 0) {
    client.send(message, server.address().port, '127.0.0.1');
    return;
  }
  console.log(performance.now() - began);
  client.close();
  server.close();
});
server.bind(0, '127.0.0.1', () => {
  began = performance.now();
  client.send(message, server.address().port, '127.0.0.1');
});
