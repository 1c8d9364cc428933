// What connect(), listen() and the constructors refuse, and how.
'use strict';
const net = require('net');

function attempt(name, fn) {
  try {
    fn();
    console.log(name, 'fine');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

attempt('connect()', () => net.connect());
attempt('connect({})', () => net.connect({}));
attempt('port', () => net.connect({ port: 65536 }));
attempt('port type', () => net.connect({ port: true }));
attempt('port text', () => net.connect({ port: 'x1', host: 'localhost' }));
attempt('local address', () => net.connect({ port: 1, localAddress: 'x' }));
attempt('local port', () => net.connect({ port: 1, localPort: 'x' }));
attempt('lookup', () => net.connect({ port: 1, host: 'a.test', lookup: 1 }));
attempt('host', () => net.connect({ port: 1, host: 'a\0b' }));
attempt('path', () => net.connect({ path: {} }));
attempt('family', () => net.connect({ port: 1, autoSelectFamily: 'yes' }));
attempt('attempt', () => net.connect({ port: 1, autoSelectFamilyAttemptTimeout: 0 }));
attempt('object mode', () => new net.Socket({ objectMode: true }));
attempt('fd', () => new net.Socket({ fd: -1 }));
attempt('block list', () => new net.Socket({ blockList: {} }));
attempt('delay', () => new net.Socket({ keepAliveInitialDelay: 'x' }));
attempt('timeout', () => new net.Socket().setTimeout('x'));
attempt('timeout range', () => new net.Socket().setTimeout(-1));
attempt('timeout callback', () => new net.Socket().setTimeout(1, 'x'));
attempt('service', () => new net.Socket().setTypeOfService(256));
attempt('service', () => new net.Socket().setTypeOfService('x'));
attempt('server options', () => net.createServer('x'));
attempt('server', () => net.createServer(1));
attempt('listen', () => net.createServer().listen({}));
attempt('listen port', () => net.createServer().listen(-1));
attempt('listen options', () => net.createServer().listen({ port: true }));
attempt('listen signal', () => net.createServer().listen({ port: 0, signal: 1 }));
attempt('abstract', () => net.createServer().listen({ path: '\0a', readableAll: true }));
attempt('default', () => net.setDefaultAutoSelectFamily(1));
attempt('default timeout', () => net.setDefaultAutoSelectFamilyAttemptTimeout(0));
attempt('bound', () => new net.BoundSocket({ host: 'localhost' }));
console.log(net._normalizeArgs([80, 'host', 5, attempt]), net._normalizeArgs(['/a/path']), net._normalizeArgs([]));
console.log(Object.keys(net).filter((name) => name !== '_TransferredBoundSocket'));
