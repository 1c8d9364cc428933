// WebSocket: messages that come compressed, with and without a memory of those before.
'use strict';

const zlib = require('zlib');
const { listen, watch, frame, describe } = require('./fixtures/websocket-server');

// A message as RFC 7692 has it: raw deflate up to a flush, without the four bytes of that.
function packer(windowBits = 15) {
  const stream = zlib.createDeflateRaw({ windowBits });
  return (text) => new Promise((resolve) => {
    const parts = [];
    const keep = (chunk) => parts.push(chunk);
    stream.on('data', keep);
    stream.write(text);
    stream.flush(zlib.constants.Z_SYNC_FLUSH, () => {
      stream.off('data', keep);
      resolve(Buffer.concat(parts).subarray(0, -4));
    });
  });
}

const close = frame(0x88, Buffer.from([0x03, 0xe8]));
const words = 'the same words again and again '.repeat(20);
const plain = 'permessage-deflate';
const cases = {
  'one': [plain, async () => [frame(0xc1, await packer()(words)), close]],
  'with memory': [plain, async () => { const pack = packer(); return [frame(0xc1, await pack(words)), frame(0xc1, await pack(words)), frame(0xc2, await pack('last')), close]; }],
  'without memory': [`${plain}; server_no_context_takeover`, async () => [frame(0xc1, await packer()(words)), frame(0xc1, await packer()(words)), close]],
  'small window': [`${plain}; server_max_window_bits=9`, async () => [frame(0xc1, await packer(9)(words)), close]],
  'in pieces': [plain, async () => { const b = await packer()(words); return [frame(0x41, b.subarray(0, 5)), frame(0x00, b.subarray(5, 9)), frame(0x80, b.subarray(9)), close]; }],
  'a ping between': [plain, async () => { const b = await packer()(words); return [frame(0x41, b.subarray(0, 5)), frame(0x89, 'p'), frame(0x80, b.subarray(5)), close]; }],
  'the bit on a later piece': [plain, async () => { const b = await packer()(words); return [frame(0x41, b.subarray(0, 5)), frame(0xc0, b.subarray(5)), close]; }],
  'the bit on a ping': [plain, async () => [frame(0xc9, 'p'), close]],
  'bare among packed': [plain, async () => { const pack = packer(); return [frame(0x81, 'bare'), frame(0xc1, await pack(words)), frame(0x82, 'bare'), frame(0xc1, await pack(words)), close]; }],
  'nothing': [plain, async () => [frame(0xc1, Buffer.from([0])), close]],
  'garbage': [plain, async () => [frame(0xc1, Buffer.from([0xff, 0xff, 0xff, 0xff]))]],
  'bad text': [plain, async () => [frame(0xc1, await packer()(Buffer.from([0xff])))]],
  'large': [plain, async () => [frame(0xc2, await packer()(Buffer.alloc(3000000, 'ab'))), close]],
};

(async () => {
  for (const name of Object.keys(cases)) {
    const [extensions, make] = cases[name];
    const frames = await make();
    const heard = [];
    const server = await listen({
      fields: () => [`Sec-WebSocket-Extensions: ${extensions}`],
      play(socket) {
        socket.on('frame', (sent) => {
          heard.push(describe(sent));
          if (sent.lead === 0x88) socket.end();
        });
        socket.on('end', () => socket.end());
        setImmediate(() => socket.write(Buffer.concat(frames)));
      },
    });
    const seen = await watch(`ws://127.0.0.1:${server.address().port}`);
    await new Promise((resolve) => server.close(resolve));
    console.log(`${name}:\n  ${[...seen, ...heard.map((line) => `sent ${line}`)].join('\n  ')}`);
  }
})();
