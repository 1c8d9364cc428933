const { Server } = require('socket.io');
const { io } = require('socket.io-client');
const http = require('http').createServer();

const server = new Server(http);
server.use((socket, next) => (socket.handshake.auth.token === 'good' ? next() : next(new Error('refused'))));
server.on('connection', (socket) => {
  socket.join('room');
  socket.on('hello', (name, buffer, answer) => {
    answer(`hi ${name}`, buffer.length);
    server.to('room').emit('news', { from: name, list: [1, 2] });
  });
  socket.on('disconnect', (reason) => {
    console.log('gone', reason);
    server.close(() => console.log('closed'));
  });
});

http.listen(0, () => {
  const url = `http://127.0.0.1:${http.address().port}`;
  const bad = io(url, { auth: { token: 'bad' }, forceNew: true, transports: ['polling'] });
  bad.on('connect_error', (error) => {
    console.log(error.message);
    bad.close();
    const socket = io(url, { auth: { token: 'good' }, forceNew: true, transports: ['websocket'] });
    socket.on('connect', () => {
      console.log('connected by', socket.io.engine.transport.name);
      socket.emit('hello', 'ann', Buffer.from('abc'), (...words) => console.log(words));
    });
    socket.on('news', (news) => {
      console.log('news', news);
      socket.disconnect();
    });
  });
});
