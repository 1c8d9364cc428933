// A connection that is idle is closed by a timer, while an answer for it is under way.
const net = require('net');
const fs = require('fs');
const server = net.createServer((socket) => {
  socket.once('data', () => {
    setTimeout(() => socket.destroy(), 250);
    fs.readFile(__filename, () => {
      socket.write('answer', (error) => console.log(error ? 'lost' : 'answered'));
    });
  });
  socket.on('error', () => {});
}).listen(0, () => {
  net.connect(server.address().port, function() { this.write('question'); })
    .on('error', () => {})
    .on('close', () => server.close())
    .resume();
});
