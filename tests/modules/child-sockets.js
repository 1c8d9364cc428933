// A server and a socket go to a forked process.
'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, handle) => {
    if (message === 'server') {
      handle.on('connection', (socket) => {
        socket.end('from the child');
        handle.close();
      });
      process.send('listening');
    } else if (message === 'socket') {
      handle.end(`socket ${handle instanceof net.Socket}`);
    }
  });
} else {
  const child = fork(__filename, ['child']);
  const server = net.createServer();
  const read = (port, done) => {
    let text = '';
    net.connect(port).on('data', (data) => { text += data; }).on('close', () => done(text));
  };
  server.listen(0, () => {
    const { port } = server.address();
    child.send('server', server);
    child.on('message', (message) => {
      console.log(message);
      server.close();
      read(port, (text) => {
        console.log(text);
        second();
      });
    });
  });
  const second = () => {
    const own = net.createServer((socket) => {
      child.send('socket', socket);
      own.close();
    }).listen(0, () => read(own.address().port, (text) => {
      console.log(text);
      child.disconnect();
    }));
    own.on('close', () => console.log('server closed'));
  };
}
