// allowHalfOpen: the server's side stays open after 'end', and goes on writing.
'use strict';
const net = require('net');

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('data', (data) => console.log('server: data', String(data)));
  socket.on('end', () => {
    console.log('server: end', socket.readyState);
    setImmediate(() => {
      socket.write('late ');
      socket.end('last');
      console.log('server: ended', socket.readyState);
    });
  });
  socket.on('finish', () => console.log('server: finish'));
  socket.on('close', () => console.log('server: close'));
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.setEncoding('utf8');
  client.end('question');
  client.on('finish', () => console.log('finish', client.readyState));
  client.on('data', (data) => { text += data; });
  client.on('end', () => console.log('end', text, client.readyState));
  client.on('close', (hadError) => {
    console.log('close', hadError);
    server.close();
  });
});
