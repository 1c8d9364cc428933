// The timer begins when the answer is written.
const net = require('net');
const fs = require('fs');
const server = net.createServer((socket) => {
  socket.once('data', () => {
    fs.readFile(__filename, () => {
      socket.write('answer', (error) => console.log(error ? 'lost' : 'answered'));
      setTimeout(() => socket.destroy(), 250);
    });
  });
  socket.on('error', () => {});
}).listen(0, () => {
  net.connect(server.address().port, function() { this.write('question'); })
    .on('error', () => {})
    .on('close', () => server.close())
    .resume();
});
