// Changed methods and iterators of built-ins do not reach dgram and dns.
'use strict';

const write = require('fs').writeSync;
const report = (text) => write(1, `${text}\n`);
const fail = () => { throw new Error('a changed built-in was used'); };
for (const owner of [Array.prototype, String.prototype, RegExp.prototype, Map.prototype, Set.prototype, Promise.prototype]) {
  for (const name of ['slice', 'map', 'join', 'filter', 'indexOf', 'includes', 'split', 'replace', 'test', 'get', 'push',
    'set', 'has', 'add', 'delete', 'shift', 'forEach', 'catch', 'then', 'substring', Symbol.replace, Symbol.split]) {
    if (name in owner) owner[name] = fail;
  }
}
Function.prototype.apply = Function.prototype.bind = fail;
Object.keys = Object.defineProperty = Reflect.ownKeys = Reflect.apply = fail;
Array.prototype[Symbol.iterator] = fail;

const dgram = require('dgram');
const dns = require('dns');
const socket = dgram.createSocket('udp4');
socket.on('message', (message, from) => {
  if (from.port === socket.address().port) {
    report(`${message.length} ${from.address}`);
    resolver.resolve4('x', (error) => {
      report(`${error.code} ${error.hostname}`);
      socket.close();
    });
  } else {
    // An answer that says that there is no such name.
    message[2] = 0x81;
    message[3] = 0x83;
    socket.send(message, from.port, from.address);
  }
});
const resolver = new dns.Resolver();
socket.bind(0, '127.0.0.1', () => {
  const { port } = socket.address();
  resolver.setServers([`127.0.0.1:${port}`]);
  report(resolver.getServers()[0] === `127.0.0.1:${port}`);
  socket.send(['a', 'bc'], port, 'localhost', (error, bytes) => report(`${error} ${bytes}`));
});
dns.lookup('127.0.0.1', (error, address) => report(`${error} ${address}`));
