// The option onread: data goes into memory of the script's own, and no 'data' comes.
'use strict';
const net = require('net');

const message = 'The quick brown fox jumps over the lazy dog';

function receive(buffer, title, after) {
  let text = '';
  const server = net.createServer((socket) => socket.end(message)).listen(0, '127.0.0.1', () => {
    let turns = 0;
    const client = net.connect({
      port: server.address().port,
      host: '127.0.0.1',
      onread: {
        buffer,
        callback(count, bytes) {
          turns++;
          text += Buffer.from(bytes.buffer, bytes.byteOffset, count).toString('latin1');
          if (turns === 2) {
            setImmediate(() => this.resume());
            return false;
          }
          return undefined;
        },
      },
    });
    client.on('data', () => console.log('never'));
    client.on('end', () => console.log(title, turns, text === message, client.bytesRead));
    client.on('close', () => server.close(after));
  });
}

const pool = [Buffer.alloc(10), Buffer.alloc(10)];
let next = 0;
receive(Buffer.alloc(8), 'one buffer', () => {
  receive(() => pool[next++ % 2], 'two buffers', () => {
    receive(new Uint8Array(100), 'a large one', () => console.log('done'));
  });
});
