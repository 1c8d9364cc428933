// 300,000 datagrams of 100 bytes to an address, each with a callback, 32 under way; nobody reads them.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const dgram = load('dgram');
const { Buffer } = load('buffer');

const message = Buffer.alloc(100, 'x');
const sink = dgram.createSocket('udp4');
const sender = dgram.createSocket('udp4');
const count = 300_000;
let started = 0;
let done = 0;
let began;
let port;

function next(error) {
  if (error) throw error;
  done += 1;
  if (done === count) {
    console.log(performance.now() - began);
    sender.close();
    sink.close();
  } else {
    send();
  }
}

function send() {
  if (started === count) return;
  started += 1;
  sender.send(message, port, '127.0.0.1', next);
}

sink.bind(0, '127.0.0.1', () => {
  port = sink.address().port;
  sender.bind(0, '127.0.0.1', () => {
    began = performance.now();
    for (let i = 0; i < 32; i += 1) send();
  });
});
