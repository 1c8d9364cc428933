// Two writes are taken for two messages: they may come in one piece.
const net = require('net');
const server = net.createServer((socket) => {
  let count = 0;
  socket.on('data', () => { count++; });
  socket.on('end', () => {
    console.log('messages:', count);
    server.close();
  });
}).listen(0, () => {
  const socket = net.connect(server.address().port, () => {
    socket.write('first');
    setTimeout(() => socket.end('second'), 20);
  });
});
