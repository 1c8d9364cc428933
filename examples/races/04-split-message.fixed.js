// A message ends where its line ends.
const net = require('net');
const server = net.createServer((socket) => {
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
    for (let end; (end = text.indexOf('\n')) >= 0; text = text.slice(end + 1)) {
      console.log('order for', JSON.parse(text.slice(0, end)).amount);
    }
  });
  socket.on('end', () => server.close());
}).listen(0, () => {
  net.connect(server.address().port).end(`${JSON.stringify({ amount: 100, item: 'a lamp' })}\n`);
});
