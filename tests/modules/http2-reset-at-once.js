// A request that is given up at once: it reaches the server all the same, and the reset follows it.
'use strict';

const http2 = require('http2');
const { once } = require('events');

const ways = {
  'close(8)': (stream) => stream.close(8),
  'close(0)': (stream) => stream.close(0),
  'close(1)': (stream) => stream.close(1),
  'destroy()': (stream) => stream.destroy(),
  'destroy(error)': (stream) => stream.destroy(new Error('no more')),
};

async function attempt(server, name, isConnected) {
  const session = http2.connect(`http://127.0.0.1:${server.address().port}`);
  if (isConnected) await once(session, 'connect');
  const stream = session.request({ ':path': `/${encodeURIComponent(name)}` });
  stream.on('error', (error) => console.log('client:', error.code ?? error.message));
  const closed = once(stream, 'close');
  const seen = isConnected || name.startsWith('close') ? once(server, 'over') : undefined;
  ways[name](stream);
  await closed.catch(() => {});
  await seen;
  console.log(name, isConnected ? 'connected' : 'connecting', stream.rstCode);
  session.close();
  await once(session, 'close');
}

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  console.log('server:', headers[':path']);
  stream.on('aborted', () => console.log('server: aborted'));
  stream.on('error', (error) => console.log('server:', error.code));
  stream.on('close', () => {
    console.log('server: closed', stream.rstCode);
    server.emit('over');
  });
});
server.listen(0, '127.0.0.1', async () => {
  for (const name of Object.keys(ways)) {
    await attempt(server, name, false);
    await attempt(server, name, true);
  }
  server.close();
});
