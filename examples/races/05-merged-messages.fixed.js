// Messages are told apart by what is in them.
const net = require('net');
const server = net.createServer((socket) => {
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => { text += data; });
  socket.on('end', () => {
    console.log('messages:', text.split('\n').length - 1);
    server.close();
  });
}).listen(0, () => {
  const socket = net.connect(server.address().port, () => {
    socket.write('first\n');
    setTimeout(() => socket.end('second\n'), 20);
  });
});
