// The listener is put on after something else was waited for: by then the event may be over.
const net = require('net');
const fs = require('fs');
const server = net.createServer((socket) => setTimeout(() => socket.end('hello'), 200)).listen(0, () => {
  const socket = net.connect(server.address().port).resume();
  let isOver = false;
  fs.readFile(__filename, () => {
    socket.on('end', () => { isOver = true; });
  });
  setTimeout(() => {
    console.log(isOver ? 'over' : 'still waiting');
    process.exit();
  }, 3000);
});
