// Answers of name servers come in the check phase, before immediates.
'use strict';
const dgram = require('dgram');
const { Resolver } = require('dns');
const log = (...words) => console.log(...words);

const server = dgram.createSocket('udp4');
const resolver = new Resolver();
server.bind(0, '127.0.0.1', () => {
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  setImmediate(() => {
    resolver.resolve4('not..possible', (error) => {
      log('bad name', error.code);
      process.nextTick(log, 'tick of bad name');
      Promise.resolve().then(() => log('microtask of bad name'));
      resolver.resolve4('also..bad', (again) => log('bad name in callback', again.code));
      setImmediate(log, 'immediate of bad name');
    });
    resolver.resolve4('silent', (error) => log('cancelled', error.code));
    resolver.cancel();
    log('cancel returned');
    setImmediate(log, 'immediate');
    process.nextTick(log, 'tick');
    resolver.resolve4('a.onion', (error) => log('onion', error.code));
    setImmediate(() => setImmediate(ask));
  });
});

function ask() {
  // An answer that says that there is no such name.
  server.on('message', (message, { port, address }) => {
    message[2] = 0x81;
    message[3] = 0x83;
    server.send(message, port, address);
    log('answered');
  });
  resolver.resolve4('a', (error) => {
    log('answer', error.code);
    server.close();
  });
}
