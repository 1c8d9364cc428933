// Peers that send too much of what costs them nothing: the session is given up, and says why.
'use strict';

const http2 = require('http2');
const net = require('net');
const { fields, flags: { END, ENDH }, frame, inOrder, preface, reader, type, u32 } = require('./fixtures/http2_frames.js');
const { DATA, HEADERS, RST, SETTINGS, PING, GOAWAY, CONTINUATION } = type;

const usual = [[':method', 'GET'], [':scheme', 'http'], [':path', '/'], [':authority', 'localhost']];
const get = (stream, ...more) => frame(HEADERS, END | ENDH, stream, fields(...usual, ...more));
const open = (stream) => frame(HEADERS, ENDH, stream, fields([':method', 'POST'], ...usual.slice(1)));
const many = (count, make) => Buffer.concat(Array.from({ length: count }, (_, i) => make(2 * i + 1)));
const continued = (count) => Buffer.concat([
  frame(HEADERS, END, 1, fields(...usual)), many(count - 1, () => frame(CONTINUATION, 0, 1)), frame(CONTINUATION, ENDH, 1),
]);

const cases = {
  '8 continuations': continued(8),
  '9 continuations': continued(9),
  '900 resets': many(900, (id) => Buffer.concat([get(id), frame(RST, 0, id, u32(8))])),
  '2000 resets': many(2000, (id) => Buffer.concat([get(id), frame(RST, 0, id, u32(8))])),
  '900 empty frames of data': Buffer.concat([open(1), many(900, () => frame(DATA, 0, 1))]),
  '1100 empty frames of data': Buffer.concat([open(1), many(1100, () => frame(DATA, 0, 1))]),
  '900 malformed requests': many(900, (id) => get(id, ['Name', 'value'])),
  '1100 malformed requests': many(1100, (id) => get(id, ['Name', 'value'])),
  '33 settings in a frame': frame(SETTINGS, 0, 0, many(33, () => Buffer.from([0xab, 0xcd, 0, 0, 0, 1]))),
  'fields that take no room on the way': Buffer.concat([
    frame(HEADERS, END | ENDH, 1, Buffer.concat([
      fields(...usual), Buffer.from([0x40]), Buffer.from([1, 0x61]), Buffer.from([126]), Buffer.alloc(126, 'v'),
      Buffer.alloc(16000, 0x80 | 62)])),
  ]),
};

function run(name) {
  return new Promise((resolve) => {
    const said = new Set();
    const server = http2.createServer();
    let how = 'closed';
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      stream.resume();
    });
    server.on('sessionError', (error) => said.add(`session error ${error.code} ${error.message} ${error.errno}`));
    server.on('session', (session) => session.on('close', () => {
      server.close();
      setImmediate(() => resolve(`${name}: ${how}\n  ${[...said].sort().join(', ') || '-'}`));
    }));
    server.listen(0, () => {
      const socket = net.connect(server.address().port);
      socket.on('error', () => {});
      socket.on('data', reader((type, flags, stream, payload) => {
        if (type === GOAWAY) said.add(`goaway ${payload.readUInt32BE(4)}`);
        if (type === RST) said.add(`reset ${payload.readUInt32BE(0)}`);
        if (type !== PING) return;
        how = 'goes on';
        setTimeout(() => socket.destroy(), 50);
      }));
      socket.on('end', () => socket.end());
      socket.write(Buffer.concat([Buffer.from(preface), frame(SETTINGS, 0, 0), cases[name]]));
      socket.write(frame(PING, 0, 0, Buffer.from('are you?')));
    });
  });
}

inOrder(Object.keys(cases), run);
