// A connection is made when it is first needed: two that need it at once make two.
const net = require('net');
let opened = 0;
const server = net.createServer((socket) => { opened++; socket.resume(); }).listen(0, main);
let connection;
function connect(callback) {
  if (connection) return callback(connection);
  const socket = net.connect(server.address().port, () => {
    connection = socket;
    callback(socket);
  });
}
function main() {
  connect((socket) => socket.write('one'));
  setTimeout(connect, 200, (socket) => socket.write('two'));
  setTimeout(() => {
    console.log('opened', opened);
    process.exit();
  }, 2000);
}
