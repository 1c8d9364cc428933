// 500,000 datagrams of 100 bytes from a connected socket to another, 64 at a time: few enough that none is lost.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const dgram = load('dgram');
const { Buffer } = load('buffer');

const window = 64;
const count = 500_032;
const message = Buffer.alloc(100, 'x');
const receiver = dgram.createSocket('udp4');
const sender = dgram.createSocket('udp4');
let received = 0;
let began;

function sendSome() {
  for (let i = 0; i < window; i += 1) sender.send(message);
}

receiver.on('message', () => {
  received += 1;
  if (received === count) {
    console.log(performance.now() - began);
    sender.close();
    receiver.close();
  } else if (received % window === 0) {
    sendSome();
  }
});
receiver.bind(0, '127.0.0.1', () => {
  sender.connect(receiver.address().port, '127.0.0.1', () => {
    began = performance.now();
    sendSome();
  });
});
