// What is kept is the attempt, from its beginning.
const net = require('net');
let opened = 0;
const server = net.createServer((socket) => { opened++; socket.resume(); }).listen(0, main);
let connection;
function connect(callback) {
  connection ??= new Promise((resolve) => {
    const socket = net.connect(server.address().port, () => resolve(socket));
  });
  connection.then(callback);
}
function main() {
  connect((socket) => socket.write('one'));
  setTimeout(connect, 200, (socket) => socket.write('two'));
  setTimeout(() => {
    console.log('opened', opened);
    process.exit();
  }, 2000);
}
