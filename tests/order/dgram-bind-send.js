// When a datagram socket is bound, has sent, is connected: ticks in between are counted.
'use strict';
const dgram = require('dgram');
const log = (...words) => console.log(...words);
const ticks = (label) => process.nextTick(() => {
  log('tick', label);
  process.nextTick(log, 'second tick', label);
});

const server = dgram.createSocket('udp4');
server.on('listening', () => log('listening'));
server.on('close', () => log('server closed'));
server.bind(0, '127.0.0.1', () => {
  log('bind callback');
  const { port } = server.address();
  const client = dgram.createSocket('udp4');
  client.on('listening', () => log('client listening'));
  client.on('connect', () => log('client connect'));
  client.send('a', port, '127.0.0.1', (...args) => {
    log('sent unbound', args);
    client.send('b', port, '127.0.0.1', (...more) => {
      log('sent', more);
      client.connect(port, '127.0.0.1', (...none) => {
        log('connected', none);
        client.send('c', (...last) => {
          log('sent connected', last);
          Promise.resolve().then(() => log('microtask'));
          client.disconnect();
          client.connectSync(port, '127.0.0.1');
          ticks('after connectSync');
        });
        ticks('after send connected');
      });
      ticks('after connect');
    });
    ticks('after send');
  });
  ticks('after unbound send');
  let count = 0;
  server.on('message', (message, info) => {
    log('message', message.toString(), info.address, info.family, info.size, info.port === client.address().port);
    process.nextTick(log, 'tick of message');
    Promise.resolve().then(() => log('microtask of message'));
    if (++count === 3) {
      client.close(() => log('client closed'));
      server.close();
      ticks('after close');
    }
  });
});
ticks('after bind');
log('main');
