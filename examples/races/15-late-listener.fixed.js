// The listener is there from the beginning.
const net = require('net');
const fs = require('fs');
const server = net.createServer((socket) => setTimeout(() => socket.end('hello'), 200)).listen(0, () => {
  const socket = net.connect(server.address().port).resume();
  let isOver = false;
  socket.on('end', () => { isOver = true; });
  fs.readFile(__filename, () => {});
  setTimeout(() => {
    console.log(isOver ? 'over' : 'still waiting');
    process.exit();
  }, 3000);
});
