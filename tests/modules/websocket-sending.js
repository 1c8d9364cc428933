// WebSocket: what goes out for each kind of message, what waits, and how a connection is closed from here.
'use strict';

const { listen, watch, frame, describe } = require('./fixtures/websocket-server');

async function run(name, onEvent, play = () => {}) {
  const heard = [];
  const server = await listen({
    play(socket) {
      socket.on('frame', (sent) => {
        heard.push(describe(sent));
        if (sent.lead === 0x88) socket.end(frame(0x88, sent.payload));
      });
      socket.on('end', () => socket.end());
      play(socket);
    },
  });
  const seen = await watch(`ws://127.0.0.1:${server.address().port}`, undefined, (type, socket, event) => {
    if (type === 'open' || type === 'message') onEvent(socket, type, event);
  });
  await new Promise((resolve) => server.close(resolve));
  console.log(`${name}:\n  ${[...seen, ...heard.map((line) => `sent ${line}`)].join('\n  ')}`);
}

const attempt = (f) => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

(async () => {
  await run('text', (socket) => { socket.send('hello'); socket.send('é中😀'); socket.send(''); socket.send('\ud800'); socket.close(); });
  await run('what is no text', (socket) => { socket.send(5); socket.send(null); socket.send({}); socket.send(undefined); socket.close(1000); });
  await run('a symbol', (socket) => { attempt(() => socket.send(Symbol('s'))); socket.close(); });
  await run('bytes', (socket) => {
    const bytes = new Uint8Array([0, 1, 2, 3, 4, 5]);
    socket.send(bytes);
    socket.send(bytes.buffer);
    socket.send(bytes.subarray(2, 4));
    socket.send(new DataView(bytes.buffer, 1, 2));
    socket.send(Buffer.from('buffer'));
    socket.send(new Uint16Array([0x4142]));
    socket.send(new ArrayBuffer(0));
    socket.close(3000, 'enough');
  });
  await run('bytes that change after', (socket) => {
    const bytes = new Uint8Array([65, 66]);
    socket.send(bytes);
    bytes.fill(0x58);
    socket.close();
  });
  await run('blobs keep their place', (socket) => {
    socket.send(new Blob(['one']));
    socket.send('two');
    socket.send(new Blob([]));
    socket.send(Buffer.from('three'));
    setTimeout(() => socket.close(), 50);
  });
  await run('long ones', (socket) => { for (const n of [125, 126, 65535, 65536, 1000000]) socket.send('x'.repeat(n)); socket.close(); });
  await run('what waits', (socket) => {
    console.log(socket.bufferedAmount);
    socket.send('12345');
    socket.send(new Uint8Array(1000));
    socket.send(new Blob(['xyz']));
    console.log(socket.bufferedAmount > 0, socket.send('x'));
    setTimeout(() => { console.log(socket.bufferedAmount); socket.close(); }, 50);
  });
  await run('echo', (socket, type, event) => {
    if (type === 'open') socket.send('a');
    else { console.log(event.origin.replace(/\d+$/, ''), event.lastEventId, event.source, event.ports, event.isTrusted, event.cancelable); socket.close(); }
  }, (socket) => socket.on('frame', (sent) => { if (sent.lead === 0x81) socket.write(frame(0x81, sent.payload)); }));
  await run('a blob for an answer', async (socket, type, event) => {
    if (type === 'open') { socket.binaryType = 'blob'; socket.send('a'); return; }
    console.log(event.data instanceof Blob, event.data.size, event.data.type, await event.data.text());
    socket.close();
  }, (socket) => socket.on('frame', (sent) => { if (sent.lead === 0x81) socket.write(frame(0x82, 'bytes')); }));

  await run('close without a code', (socket) => { socket.close(); console.log(socket.readyState); socket.close(); });
  await run('close with code and words', (socket) => socket.close(4001, 'så'));
  await run('words without a code', (socket) => socket.close(undefined, 'why'));
  await run('sending after close', (socket) => { socket.close(); socket.send('late'); console.log(socket.bufferedAmount); });
  await run('codes', (socket) => {
    for (const code of [999, 1001, 1005, 2999, 5000, -1, NaN, '3000x', 70000, 4464 + 65536]) attempt(() => socket.close(code));
    attempt(() => socket.close(1000, 'é'.repeat(62)));
    attempt(() => socket.close(1000, Symbol('x')));
    socket.close(1000, 'é'.repeat(61));
  });
  await run('both at once', (socket, type) => { if (type === 'open') socket.close(3001, 'mine'); }, (socket) => socket.write(frame(0x88, Buffer.from([0x0f, 0xa0]))));
  await run('messages while closing', (socket, type) => { if (type === 'open') socket.close(); }, (socket) => socket.on('frame', (sent) => {
    if (sent.lead === 0x88) return;
    socket.write(frame(0x81, 'x'));
  }));
  await run('the other side ends instead', (socket) => socket.close(1000), (socket) => socket.on('frame', () => socket.destroy()));

  // Before it is open.
  const server = await listen({});
  const url = `ws://127.0.0.1:${server.address().port}`;
  const early = new WebSocket(url);
  attempt(() => early.send('x'));
  early.onopen = () => console.log('never');
  early.onerror = (event) => console.log('early', event.type, event.constructor.name, early.readyState);
  early.onclose = (event) => {
    console.log('early', event.code, event.reason, event.wasClean, early.readyState);
    early.close();
    early.send('after');
    console.log(early.bufferedAmount);
    server.close();
  };
  early.close(3000, 'not yet');
})();
