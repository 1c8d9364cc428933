// Sockets for datagrams and look-ups among what keeps the program alive.
'use strict';
const dgram = require('dgram');
const dns = require('dns');

// Without the standard streams.
const active = () => process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap');

const socket = dgram.createSocket('udp4');
console.log(active());
socket.bind(0, () => {
  console.log(active(), process._getActiveHandles().includes(socket));
  socket.unref();
  console.log(active());
  socket.close();
  dns.lookup('localhost', () => {});
  dns.lookupService('127.0.0.1', 80, () => {});
  console.log(active());
});
