// Much at once: write() says no, 'drain' comes, callbacks come in their order, and the slow reader gets all.
'use strict';
const net = require('net');

const kPieces = 40;
const kSize = 1 << 20;
const server = net.createServer((socket) => {
  let bytes = 0;
  socket.pause();
  setTimeout(() => socket.resume(), 20);
  socket.on('data', (data) => { bytes += data.length; });
  socket.on('end', () => console.log('all came', bytes === kPieces * kSize, socket.bytesRead === bytes));
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    const order = [];
    let refused = 0;
    for (let i = 0; i < kPieces; i++) {
      const piece = i % 2 === 0 ? Buffer.alloc(kSize, i) : 'x'.repeat(kSize);
      if (!client.write(piece, () => order.push(i))) refused++;
    }
    console.log('refused', refused, client.writableNeedDrain, client.bytesWritten === kPieces * kSize);
    client.on('drain', () => {
      console.log('drain', order.length);
      client.end(() => console.log('in order', order.every((number, index) => number === index), order.length));
    });
  });
  client.on('close', () => server.close());
});
