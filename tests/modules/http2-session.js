// http2: what a session says of itself: settings, pings, goodbyes, and what is refused.
'use strict';
const http2 = require('http2');

function refused(name, act) {
  try {
    act();
    console.log(name, 'is taken');
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

const server = http2.createServer({ settings: { maxConcurrentStreams: 7 } });
server.on('session', (session) => {
  session.on('ping', (payload) => console.log('server: ping', payload.toString()));
  session.on('goaway', (code, last, data) => console.log('server: goaway', code, last, data && data.toString()));
  session.on('close', () => console.log('server: close'));
});
server.on('stream', (stream) => {
  refused('status 100', () => stream.respond({ ':status': 100 }));
  refused('status 700', () => stream.respond({ ':status': 700 }));
  refused('pseudo', () => stream.respond({ ':path': '/' }));
  refused('connection', () => stream.respond({ connection: 'close' }));
  refused('te', () => stream.respond({ te: 'gzip' }));
  refused('two', () => stream.respond({ 'content-type': ['a', 'b'] }));
  refused('trailers', () => stream.sendTrailers({ a: 'b' }));
  stream.respond({ ':status': 204 });
  refused('twice', () => stream.respond());
  refused('info', () => stream.additionalHeaders({ ':status': 102 }));
});

server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.once('remoteSettings', (settings) => {
    console.log('remote:', settings.maxConcurrentStreams, settings.initialWindowSize, settings.enablePush);
    client.settings({ initialWindowSize: 70000 }, (error, mine) => {
      console.log('local:', error, mine.initialWindowSize);
      client.ping(Buffer.from('12345678'), (failure, duration, payload) => {
        console.log('pong:', failure, typeof duration, payload.toString());
        ask(client);
      });
    });
  });
  refused('ping', () => client.ping(Buffer.from('123'), () => {}));
  refused('setting', () => client.settings({ maxFrameSize: 1 }));
  refused('connect', () => client.request({ ':method': 'CONNECT' }));
});

function ask(client) {
  const request = client.request({ ':path': '/' });
  request.on('response', (headers) => console.log('status', headers[':status']));
  request.resume();
  request.on('close', () => {
    client.goaway(0, 0, Buffer.from('bye'));
    client.close(() => console.log('client: close', client.destroyed, client.closed, client.socket));
    server.close();
  });
}

console.log(http2.getPackedSettings({ enablePush: false, maxFrameSize: 20000 }).toString('hex'));
console.log(http2.getUnpackedSettings(Buffer.from('00020000000000050000 4e20'.replace(' ', ''), 'hex')));
console.log(Object.keys(http2.constants).length, http2.constants.HTTP2_HEADER_STATUS, http2.constants.HTTP_STATUS_TEAPOT);
