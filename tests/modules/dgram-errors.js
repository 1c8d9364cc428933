// Errors of datagram sockets: arguments, states, the system's.
'use strict';
const dgram = require('dgram');

function attempt(label, fn) {
  try {
    const result = fn();
    console.log(label, result instanceof dgram.Socket ? 'socket' : result);
  } catch (error) {
    const { name, code, message, syscall, errno, address } = error;
    console.log(label, { name, code, message, syscall, errno, address });
  }
}

attempt('type', () => dgram.createSocket('udp5'));
attempt('type', () => dgram.createSocket());
attempt('recvBufferSize', () => dgram.createSocket({ type: 'udp4', recvBufferSize: 'a' }));
attempt('sendBufferSize', () => dgram.createSocket({ type: 'udp4', sendBufferSize: -1 }));
attempt('lookup', () => dgram.createSocket({ type: 'udp4', lookup: 1 }));
attempt('signal', () => dgram.createSocket({ type: 'udp4', signal: 1 }));

const unbound = dgram.createSocket('udp4');
attempt('address', () => unbound.address());
attempt('remoteAddress', () => unbound.remoteAddress());
attempt('setBroadcast', () => unbound.setBroadcast(true));
attempt('setTTL', () => unbound.setTTL('x'));
attempt('setMulticastTTL', () => unbound.setMulticastTTL(1000));
attempt('getRecvBufferSize', () => unbound.getRecvBufferSize());
attempt('setRecvBufferSize', () => unbound.setRecvBufferSize(-1));
attempt('disconnect', () => unbound.disconnect());
attempt('addMembership', () => unbound.addMembership());
attempt('addMembership', () => unbound.addMembership('256.256.256.256'));
attempt('ssm', () => unbound.addSourceSpecificMembership(0, '232.1.1.1'));
attempt('connect', () => unbound.connect(0));
attempt('connect', () => unbound.connect(5, 5));
attempt('bindSync', () => unbound.bindSync({ address: 'localhost' }));
attempt('bindSync', () => unbound.bindSync({ address: '::1' }));
attempt('bindSync', () => unbound.bindSync({ port: -1 }));
attempt('bindSync', () => unbound.bindSync(5));
attempt('connectSync', () => unbound.connectSync(5, 'localhost'));
attempt('connectSync', () => unbound.connectSync(5, '::1'));
attempt('sendto', () => unbound.sendto('a', 1, 'b', 2, 'c'));
attempt('close', () => unbound.close('not a function'));
for (const method of ['close', 'address', 'bind', 'addMembership']) attempt(`closed ${method}`, () => unbound[method]());
attempt('closed send', () => unbound.send('a', 9));
attempt('closed unref', () => unbound.unref());

const bound = dgram.createSocket('udp4');
bound.bind(0, '127.0.0.1', () => {
  attempt('bind', () => bound.bind(0));
  for (const args of [
    [], [5, 9], ['a', 0], ['a'], ['a', 'x'], ['a', 9, 5], [['a', {}], 9], ['abc', 5, 2, 9, '127.0.0.1'],
    ['abc', 0, 10, 9, '127.0.0.1'], [['abc'], 0, 1, 9, '127.0.0.1'], [new ArrayBuffer(5), 9],
  ]) attempt('send', () => bound.send(...args));
  attempt('setTTL', () => bound.setTTL(0));
  attempt('setTTL', () => bound.setTTL(7));
  attempt('setMulticastLoopback', () => bound.setMulticastLoopback(7));
  attempt('setMulticastInterface', () => bound.setMulticastInterface('x'));
  attempt('setMulticastInterface', () => bound.setMulticastInterface('::%lo'));
  attempt('dropMembership', () => bound.dropMembership('224.0.0.114'));
  bound.send('x'.repeat(70_000), 9, '127.0.0.1', (error, bytes) => {
    console.log(error.message, { ...error }, bytes);
    const other = dgram.createSocket('udp4');
    other.once('error', (taken) => {
      console.log(taken.message.replace(/\d+$/, 'PORT'), taken.code, taken.syscall, taken.address);
      console.log(other.listenerCount('listening'));
      // It can be bound again.
      other.bind(0, '127.0.0.1', () => {
        bound.close();
        other.connect(9, '127.0.0.1', () => {
          attempt('connected send', () => other.send('a', 9, '127.0.0.1', () => {}));
          attempt('connected send', () => other.send('abc', 2, 5));
          attempt('connect', () => other.connect(9));
          other.on('error', (refused) => {
            console.log(refused.message, { ...refused });
            other.close();
          });
          other.send('a');
        });
      });
    });
    other.bind(bound.address().port, '127.0.0.1', () => console.log('never bound'));
  });
});
