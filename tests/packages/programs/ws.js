const { WebSocketServer, WebSocket, createWebSocketStream } = require('ws');
const server = new WebSocketServer({ port: 0, perMessageDeflate: true }, () => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.address().port}/chat`, ['proto']);
  socket.on('open', () => {
    console.log('open', socket.protocol, socket.extensions);
    socket.send('text é');
    socket.send(Buffer.from([1, 2, 3]));
    socket.send('x'.repeat(70000));
    socket.ping('p');
  });
  const seen = [];
  socket.on('message', (data, binary) => {
    seen.push([binary, data.length, data.toString().slice(0, 10)]);
    if (seen.length === 3) {
      console.log(seen);
      socket.close(1000, 'bye');
    }
  });
  socket.on('pong', (data) => console.log('pong', data.toString()));
  socket.on('close', (code, reason) => {
    console.log('client closed', code, reason.toString());
    server.close(() => console.log('server closed'));
  });
});
server.on('connection', (socket, request) => {
  console.log('connection', request.url, socket.protocol);
  socket.on('message', (data, binary) => socket.send(data, { binary }));
  socket.on('close', (code, reason) => console.log('server side closed', code, reason.toString()));
});
