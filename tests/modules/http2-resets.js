// http2: streams that one side gives up, and pushed ones.
'use strict';
const http2 = require('http2');

let pushed = '';
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.on('aborted', () => console.log('server: aborted', headers[':path']));
  stream.on('error', (error) => console.log('server:', error.code, error.message));
  switch (headers[':path']) {
    case '/refuse': stream.close(http2.constants.NGHTTP2_REFUSED_STREAM); break;
    case '/throw': stream.destroy(new Error('of the server')); break;
    case '/wait': stream.respond(); stream.write('some'); break;
    default:
      stream.pushStream({ ':path': '/pushed' }, (error, push) => {
        push.respond({ ':status': 200, 'x-pushed': 'yes' });
        push.end('pushed body');
        stream.respond();
        stream.end('body');
      });
  }
});

function ask(client, path, next) {
  const request = client.request({ ':path': path });
  request.on('error', (error) => console.log(path, error.code, error.message));
  request.on('close', () => {
    console.log(path, 'close', request.rstCode);
    setTimeout(next, 50);
  });
  request.resume();
  return request;
}

server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('stream', (push, headers) => {
    console.log('promised', headers[':path']);
    push.on('push', (answer) => console.log('push', answer[':status'], answer['x-pushed']));
    push.setEncoding('utf8');
    push.on('data', (chunk) => { pushed += chunk; });
  });
  ask(client, '/refuse', () => ask(client, '/throw', () => {
    const waiting = ask(client, '/wait', () => ask(client, '/push', () => {
      console.log('pushed:', pushed);
      client.close();
      server.close();
    }));
    waiting.once('data', () => waiting.close(http2.constants.NGHTTP2_CANCEL));
  }));
});
