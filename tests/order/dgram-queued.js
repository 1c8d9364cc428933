// What is asked of a datagram socket before it is bound happens in that order; close() waits too.
'use strict';
const dgram = require('dgram');
const log = (...words) => console.log(...words);

const first = dgram.createSocket('udp4');
first.on('listening', () => log('first listening'));
first.on('close', () => log('first close'));
first.send('x', 9, '127.0.0.1', () => log('a message of a closed socket is not sent'));
first.close(() => log('first close callback'));
log('close returned');

const second = dgram.createSocket('udp4');
second.on('listening', () => log('never listening'));
second.bind(0);
second.close(() => log('closed while binding'));

const third = dgram.createSocket({
  type: 'udp4',
  lookup(host, family, callback) {
    log('lookup', host, family);
    callback(host === 'nowhere' ? new Error('nowhere') : null, '127.0.0.1', 4);
  },
});
third.on('listening', () => {
  log('third listening');
  third.send('b', 9, 'nowhere', (error, bytes) => {
    log('not sent', error.message, bytes);
    third.once('error', (unsent) => {
      log('error event', unsent.message);
      third.connect(9, 'nowhere', (refused) => {
        log('not connected', refused.message);
        third.close();
      });
    });
    third.send('c', 9, 'nowhere');
    log('after send');
  });
  log('end of listening');
});
third.bind();
log('bind returned');

const controller = new AbortController();
const fourth = dgram.createSocket({ type: 'udp4', signal: controller.signal });
fourth.on('close', () => log('aborted'));
fourth.bind(0, () => {
  controller.abort();
  log('abort returned');
});
