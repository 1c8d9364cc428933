// What one side writes at once the other takes for one message: bytes come in whatever pieces they come.
const net = require('net');
const server = net.createServer((socket) => {
  socket.on('data', (data) => {
    try {
      console.log('order for', JSON.parse(data).amount);
    } catch (error) {
      console.log('bad order');
    }
  });
  socket.on('end', () => server.close());
}).listen(0, () => {
  net.connect(server.address().port).end(JSON.stringify({ amount: 100, item: 'a lamp' }));
});
