// WebSocket: frames of all kinds, good and bad, whole and cut at every byte, and what the client answers.
'use strict';

const { listen, watch, frame, describe } = require('./fixtures/websocket-server');

const close = frame(0x88, Buffer.from([0x03, 0xe8]));
const mask = Buffer.from([1, 2, 3, 4]);
const cases = {
  'text': [frame(0x81, 'hello'), close],
  'nothing': [frame(0x81), frame(0x82), close],
  'text beyond ASCII': [frame(0x81, 'smørrebrød 中 😀'), close],
  'bytes': [frame(0x82, Buffer.from([0, 1, 254, 255])), close],
  '125, 126 and 127 bytes': [frame(0x81, 'a'.repeat(125)), frame(0x81, 'a'.repeat(126)), frame(0x82, 'a'.repeat(127)), close],
  '65,535 and 65,536': [frame(0x81, 'a'.repeat(65535)), frame(0x82, 'a'.repeat(65536)), close],
  'lengths longer than need be': [frame(0x81, 'ab', { form: 16 }), frame(0x81, 'ab', { form: 64 }), close],
  'in pieces': [frame(0x01, 'one '), frame(0x00, 'two '), frame(0x80, 'three'), close],
  'pieces of nothing': [frame(0x01), frame(0x00), frame(0x80), close],
  'a character cut in two': [frame(0x01, Buffer.from([0xe4, 0xb8])), frame(0x80, Buffer.from([0xad])), close],
  'ping': [frame(0x89, 'are you there'), close],
  'ping of nothing': [frame(0x89), close],
  'ping of 125': [frame(0x89, 'p'.repeat(125)), close],
  'ping of 126': [frame(0x89, 'p'.repeat(126)), close],
  'ping in pieces': [frame(0x09, 'x'), close],
  'pong unasked': [frame(0x8a, 'x'), frame(0x81, 'after'), close],
  'ping between pieces': [frame(0x01, 'a'), frame(0x89, 'p'), frame(0x80, 'b'), close],
  'pong between pieces': [frame(0x01, 'a'), frame(0x8a, 'p'), frame(0x80, 'b'), close],
  'close between pieces': [frame(0x01, 'a'), close],
  'text between pieces': [frame(0x01, 'a'), frame(0x81, 'b'), close],
  'a piece without a start': [frame(0x80, 'a'), close],
  'an open piece without a start': [frame(0x00, 'a'), close],
  'bytes for text': [frame(0x81, Buffer.from([0xff, 0xfe]))],
  'a surrogate': [frame(0x81, Buffer.from([0xed, 0xa0, 0x80]))],
  'text that stops in a character': [frame(0x81, Buffer.from([0xe4, 0xb8]))],
  'overlong text': [frame(0x81, Buffer.from([0xc0, 0xaf]))],
  'a mark of order': [frame(0x81, Buffer.from([0xef, 0xbb, 0xbf, 0x61])), close],
  'reserved bit 1': [frame(0xc1, 'x'), close],
  'reserved bit 2': [frame(0xa1, 'x'), close],
  'reserved bit 3': [frame(0x91, 'x'), close],
  'reserved bit in a ping': [frame(0xc9, 'x'), close],
  'kind 3': [frame(0x83, 'x'), close],
  'kind 7': [frame(0x87), close],
  'kind 11': [frame(0x8b, 'x'), close],
  'kind 15': [frame(0x8f), close],
  'masked': [frame(0x81, 'hello', { mask }), close],
  'a length beyond all': [frame(0x82, '', { length: Number.MAX_SAFE_INTEGER, form: 64 }), close],
  'a length of 2 to the 31': [frame(0x82, '', { length: 2 ** 31, form: 64 })],
  'a length of 129 MiB': [frame(0x82, '', { length: 129 * 1024 * 1024, form: 64 })],
  'a length of 128 MiB': [frame(0x82, '', { length: 128 * 1024 * 1024, form: 64 })],
  'a length of 2 to the 63': [Buffer.from([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0])],
  'close without a code': [frame(0x88)],
  'close of one byte': [frame(0x88, Buffer.from([3]))],
  'close with words': [frame(0x88, Buffer.concat([Buffer.from([0x03, 0xe9]), Buffer.from('going away')]))],
  'close with bad words': [frame(0x88, Buffer.from([0x03, 0xe8, 0xff, 0xfe]))],
  'close of 126': [frame(0x88, Buffer.concat([Buffer.from([0x03, 0xe8]), Buffer.alloc(124, 'r')]))],
  'close in pieces': [frame(0x08, Buffer.from([0x03, 0xe8]))],
  'after close': [close, frame(0x81, 'late')],
  'the end without close': [frame(0x81, 'last')],
  'the end in a frame': [frame(0x81, 'cut', { length: 10 })],
  'the end in a head': [Buffer.from([0x81])],
};
for (const code of [0, 999, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1011, 1012, 1014, 1015, 1016, 1100, 2000, 2999, 3000, 3999, 4000, 4999, 5000, 65535]) {
  cases[`close ${code}`] = [frame(0x88, Buffer.from([code >> 8, code & 255]))];
}

async function run(name, send) {
  const heard = [];
  const server = await listen({
    play(socket) {
      socket.on('frame', (sent) => heard.push(describe(sent)));
      socket.on('end', () => socket.end());
      setImmediate(() => send(socket, cases[name]));
    },
  });
  const seen = await watch(`ws://127.0.0.1:${server.address().port}`);
  await new Promise((resolve) => server.close(resolve));
  return [...seen, ...heard.map((line) => `sent ${line}`)];
}

const whole = (socket, frames) => socket.end(Buffer.concat(frames));
const cut = (socket, frames) => {
  socket.setNoDelay();
  const bytes = Buffer.concat(frames);
  let at = 0;
  const next = () => {
    if (socket.destroyed) return;
    if (at === bytes.length) return socket.end();
    socket.write(bytes.subarray(at, ++at));
    setImmediate(next);
  };
  next();
};

(async () => {
  for (const name of Object.keys(cases)) {
    const seen = await run(name, whole);
    console.log(`${name}:\n  ${seen.join('\n  ')}`);
    if (Buffer.concat(cases[name]).length > 300) continue;
    const inPieces = await run(name, cut);
    if (inPieces.join('\n') !== seen.join('\n')) console.log(`  cut:\n  ${inPieces.join('\n  ')}`);
  }
})();
