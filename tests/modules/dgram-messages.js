// What can be sent, and how it arrives.
'use strict';
const dgram = require('dgram');

const received = [];
const forms = [
  ['text'], ['ünicode \u{1F600}'], [''], [Buffer.from('buffer')], [new Uint8Array([65, 66])], [new Uint16Array([0x4142])],
  [new DataView(new ArrayBuffer(2))], [['a', Buffer.from('b'), new Uint8Array([99])]], [[]],
  [Buffer.from('abcdef'), 2, 3], ['abcdef', 1, 2], [new Uint16Array([0x4142, 0x4344]), 1, 2], [Buffer.alloc(9000, 'x')],
];

const socket = dgram.createSocket('udp4', (message, info) => {
  received.push(message);
  console.log(message.length > 20 ? message.length : message, message.buffer.byteLength >= message.length,
              Object.keys(info).join(), info.address, info.family, info.size, info.port === socket.address().port);
  if (received.length === forms.length * 2) again();
});

socket.bind(() => {
  console.log(socket.address().address, socket.address().family);
  const { port } = socket.address();
  for (const form of forms) socket.send(...form, port, (error, bytes) => console.log('sent', error, bytes));
  for (const form of forms) socket.send(...form, port, '127.0.0.1');
});

// From a connected socket, and in a long row.
function again() {
  const client = dgram.createSocket('udp4');
  let count = 0;
  socket.removeAllListeners('message');
  socket.on('message', (message) => {
    if (message.toString() !== String(count)) console.log('out of order', message.toString(), count);
    if (++count === 100) {
      console.log('all in order');
      socket.close();
      client.close();
    }
  });
  client.connect(socket.address().port, () => {
    console.log(client.remoteAddress().address, client.getSendQueueSize(), client.getSendQueueCount());
    for (let i = 0; i < 100; i++) client.send(String(i));
  });
}
