// What a server makes of requests and frames that are wrong: each is followed by a ping, whose answer says that the session
// goes on. A message that is malformed ends its stream alone.
'use strict';

const http2 = require('http2');
const net = require('net');
const { fields, flags: { END, ENDH, PADDED }, frame, inOrder, preface, reader, show, type, u32 } =
  require('./fixtures/http2_frames.js');
const { DATA, HEADERS, PRIORITY, RST, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION } = type;

const usual = [[':method', 'GET'], [':scheme', 'http'], [':path', '/'], [':authority', 'localhost']];
const post = [[':method', 'POST'], ...usual.slice(1)];
const [m, sc, pa, au] = usual;
const head = (...all) => frame(HEADERS, END | ENDH, 1, fields(...all));
const get = (stream, ...more) => frame(HEADERS, END | ENDH, stream, fields(...usual, ...more));
const open = (stream, ...more) => frame(HEADERS, ENDH, stream, fields(...post, ...more));
const many = (count, make) => Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));
const ping = frame(PING, 0, 0, Buffer.from('are you?'));

const cases = {
  'a request': get(1),
  'content-length without a body': get(1, ['content-length', '1']),
  'content-length 0 without a body': get(1, ['content-length', '0']),
  'content-length of CONNECT': frame(HEADERS, END | ENDH, 1,
                                     fields([':method', 'CONNECT'], [':authority', 'a:1'], ['content-length', '1'])),
  'two content-lengths': get(1, ['content-length', '0'], ['content-length', '0']),
  'content-length that is no number': get(1, ['content-length', 'x']),
  'a body that is too short': [open(1, ['content-length', '5']), frame(DATA, END, 1, Buffer.from('abc'))],
  'a body that is too short, ended by an empty frame': [open(1, ['content-length', '5']),
                                                        frame(DATA, 0, 1, Buffer.from('abc')), frame(DATA, END, 1)],
  'a body that is too short, ended by trailers': [open(1, ['content-length', '5']), frame(DATA, 0, 1, Buffer.from('abc')),
                                                  frame(HEADERS, END | ENDH, 1, fields(['t', 'u']))],
  'a body that is too short, padded': [open(1, ['content-length', '5']), frame(DATA, END | PADDED, 1, Buffer.from('\x02abc\0\0'))],
  'a body that is too long': [open(1, ['content-length', '2']), frame(DATA, END, 1, Buffer.from('abc'))],
  'a body as long as said': [open(1, ['content-length', '3']), frame(DATA, END, 1, Buffer.from('abc'))],
  'no path': frame(HEADERS, END | ENDH, 1, fields([':method', 'GET'], [':scheme', 'http'], [':authority', 'localhost'])),
  'no method': frame(HEADERS, END | ENDH, 1, fields([':path', '/'], [':scheme', 'http'], [':authority', 'localhost'])),
  'no scheme': frame(HEADERS, END | ENDH, 1, fields([':method', 'GET'], [':path', '/'], [':authority', 'localhost'])),
  'no authority': frame(HEADERS, END | ENDH, 1, fields([':method', 'GET'], [':path', '/'], [':scheme', 'http'])),
  'CONNECT with a path': frame(HEADERS, END | ENDH, 1, fields([':method', 'CONNECT'], [':path', '/'], [':authority', 'a'])),
  'a pseudo field after others': get(1, ['a', 'b'], [':path', '/b']),
  'a pseudo field twice': get(1, [':path', '/b']),
  'an unknown pseudo field': get(1, [':paths', '/b']),
  'a status in a request': get(1, [':status', '200']),
  'an upper case name': get(1, ['Name', 'value']),
  'a name with a space': get(1, ['na me', 'value']),
  'a value with a line end': get(1, ['name', 'va\nlue']),
  'a value with a NUL': get(1, ['name', 'va\0lue']),
  'a value with spaces around': get(1, ['name', ' value ']),
  'connection': get(1, ['connection', 'close']),
  'transfer-encoding': get(1, ['transfer-encoding', 'chunked']),
  'te': get(1, ['te', 'gzip']),
  'te: trailers': get(1, ['te', 'trailers']),
  'a path with a space': frame(HEADERS, END | ENDH, 1, fields(...usual.slice(0, 2), [':path', '/a b'], usual[3])),
  'a path without a slash': frame(HEADERS, END | ENDH, 1, fields(...usual.slice(0, 2), [':path', 'x'], usual[3])),
  'only a host': head(m, sc, pa, ['host', 'a']),
  'two hosts': get(1, ['host', 'a'], ['host', 'b']),
  'two hosts without an authority': head(m, sc, pa, ['host', 'a'], ['host', 'a']),
  'a host that is none': head(m, sc, pa, ['host', 'a b']),
  'a host that is none beside an authority': get(1, ['host', 'a b']),
  'an empty host': head(m, sc, pa, ['host', '']),
  'an empty method': head([':method', ''], sc, pa, au),
  'a method with a space': head([':method', 'G T'], sc, pa, au),
  'a method with a slash': head([':method', 'G/T'], sc, pa, au),
  'a method in lower case': head([':method', 'get'], sc, pa, au),
  'an empty scheme': head(m, [':scheme', ''], pa, au),
  'a scheme with a space': head(m, [':scheme', 'h t'], pa, au),
  'a scheme with a digit first': head(m, [':scheme', '1h'], pa, au),
  'a scheme with a plus': head(m, [':scheme', 'a+b-c.9'], pa, au),
  'another scheme, a path without a slash': head(m, [':scheme', 'ftp'], [':path', 'x'], au),
  'a scheme in upper case, a path without a slash': head(m, [':scheme', 'HTTP'], [':path', 'x'], au),
  'an empty authority': head(m, sc, pa, [':authority', '']),
  'an authority with a space': head(m, sc, pa, [':authority', 'a b']),
  'an authority with a user': head(m, sc, pa, [':authority', 'u@a']),
  'an authority with a slash': head(m, sc, pa, [':authority', 'a/b']),
  'an authority with a byte beyond ASCII': head(m, sc, pa, [':authority', 'a\xe4']),
  'an authority of IPv6': head(m, sc, pa, [':authority', '[::1]:80']),
  'an authority with marks': head(m, sc, pa, [':authority', 'a!$&\'()*+,;=-._~%41']),
  'an authority with other marks': head(m, sc, pa, [':authority', 'a"b']),
  'an empty path': head(m, sc, [':path', ''], au),
  'a star': head(m, sc, [':path', '*'], au),
  'a star of OPTIONS': head([':method', 'OPTIONS'], sc, [':path', '*'], au),
  'a path with a control character': head(m, sc, [':path', '/\x01'], au),
  'a path with DEL': head(m, sc, [':path', '/\x7f'], au),
  'a path with a byte beyond ASCII': head(m, sc, [':path', '/\xe4'], au),
  'a path with a fragment': head(m, sc, [':path', '/a#b"<>\\^`{|}'], au),
  'a path with a tab': head(m, sc, [':path', '/a\tb'], au),
  'a protocol': head(m, sc, pa, au, [':protocol', 'websocket']),
  'a protocol of CONNECT': head([':method', 'CONNECT'], sc, pa, au, [':protocol', 'websocket']),
  'CONNECT': head([':method', 'CONNECT'], au),
  'CONNECT without an authority': head([':method', 'CONNECT']),
  'CONNECT with a host': head([':method', 'CONNECT'], ['host', 'a']),
  'CONNECT with a scheme': head([':method', 'CONNECT'], sc, au),
  'content-length +1': get(1, ['content-length', '+0']),
  'content-length with a space': get(1, ['content-length', ' 0']),
  'content-length with a space after': get(1, ['content-length', '0 ']),
  'an empty content-length': get(1, ['content-length', '']),
  'content-length 007': [open(1, ['content-length', '003']), frame(DATA, END, 1, Buffer.from('abc'))],
  'a huge content-length': open(1, ['content-length', '9223372036854775807']),
  'a content-length that is too huge': open(1, ['content-length', '9223372036854775808']),
  'a body before its headers end': [open(1), frame(HEADERS, END | ENDH, 1, fields(['content-length', '5']))],
  'an empty name': get(1, ['', 'value']),
  'a name with a colon': get(1, ['a:b', 'value']),
  'a name with a NUL': get(1, ['a\0b', 'value']),
  'a name with DEL': get(1, ['a\x7f', 'value']),
  'a name beyond ASCII': get(1, ['a\xe4', 'value']),
  'a name with all marks': get(1, ['a!#$%&\'*+-.^_`|~9', 'value']),
  'a name that is only a colon': get(1, [':', 'value']),
  'a value with DEL': get(1, ['name', 'a\x7f']),
  'a value with a tab': get(1, ['name', 'a\tb']),
  'a value with a tab before': get(1, ['name', '\tb']),
  'a value with a tab after': get(1, ['name', 'b\t']),
  'a value with a control character': get(1, ['name', 'a\x01']),
  'a value beyond ASCII': get(1, ['name', 'a\xe4\x80']),
  'an empty value': get(1, ['name', '']),
  'te: Trailers': get(1, ['te', 'Trailers']),
  'te: trailers, twice': get(1, ['te', 'trailers'], ['te', 'trailers']),
  'te with more': get(1, ['te', 'trailers, gzip']),
  'an empty te': get(1, ['te', '']),
  'upgrade': get(1, ['upgrade', 'a']),
  'keep-alive': get(1, ['keep-alive', 'a']),
  'proxy-connection': get(1, ['proxy-connection', 'a']),
  'http2-settings': get(1, ['http2-settings', 'a']),
  'connection in trailers': [open(1), frame(HEADERS, END | ENDH, 1, fields(['connection', 'close']))],
  'content-length in trailers': [open(1), frame(HEADERS, END | ENDH, 1, fields(['content-length', '5']))],
  'upper case in trailers': [open(1), frame(HEADERS, END | ENDH, 1, fields(['A', '5']))],
  'a bad value in trailers': [open(1), frame(HEADERS, END | ENDH, 1, fields(['a', '5\n'], ['b', 'c']))],
  'trailers that do not end': [open(1), frame(HEADERS, ENDH, 1, fields(['t', 'u']))],
  'trailers with a pseudo field': [open(1), frame(HEADERS, END | ENDH, 1, fields([':path', '/']))],
  'more fields than may be': get(1, ...Array.from({ length: 130 }, (_, i) => [`n${i}`, 'v'])),
  'fields longer than may be': [frame(HEADERS, END, 1, fields(...usual, ['name', 'v'.repeat(16000)])),
                                frame(CONTINUATION, 0, 1, fields(['b', 'v'.repeat(16000)])),
                                frame(CONTINUATION, 0, 1, fields(['b', 'v'.repeat(16000)])),
                                frame(CONTINUATION, 0, 1, fields(['b', 'v'.repeat(16000)])),
                                frame(CONTINUATION, ENDH, 1, fields(['b', 'v'.repeat(16000)]))],
  'fields that cannot be read': frame(HEADERS, END | ENDH, 1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  'an index that is not there': frame(HEADERS, END | ENDH, 1, [0x80 | 100]),
  'a stream of an even number': get(2),
  'stream 0': get(0),
  'a stream again': [get(3), get(1)],
  'headers on a closed stream': [get(1), get(1)],
  'data on a closed stream': [get(1), frame(DATA, 0, 1, Buffer.from('abc'))],
  'data on an idle stream': frame(DATA, 0, 5, Buffer.from('abc')),
  'data on stream 0': frame(DATA, 0, 0, Buffer.from('abc')),
  'data with too much padding': [open(1), frame(DATA, PADDED, 1, [200, 1, 2])],
  'a reset of an idle stream': frame(RST, 0, 7, u32(8)),
  'a reset of stream 0': frame(RST, 0, 0, u32(8)),
  'a reset that is too short': [open(1), frame(RST, 0, 1, [1, 2, 3])],
  'a reset': [open(1), frame(RST, 0, 1, u32(8))],
  'settings with a stream': frame(SETTINGS, 0, 1),
  'settings of odd length': frame(SETTINGS, 0, 0, [0, 1, 2, 3]),
  'settings that acknowledge, with a payload': frame(SETTINGS, 1, 0, [0, 1, 0, 0, 0, 0]),
  'settings nobody asked for': many(3, () => frame(SETTINGS, 1, 0)),
  'enablePush 2': frame(SETTINGS, 0, 0, [0, 2, 0, 0, 0, 2]),
  'a window of 2^31': frame(SETTINGS, 0, 0, [0, 4, 0x80, 0, 0, 0]),
  'frames of 1 byte': frame(SETTINGS, 0, 0, [0, 5, 0, 0, 0, 1]),
  'an unknown setting': frame(SETTINGS, 0, 0, [0xab, 0xcd, 0, 0, 0, 1]),
  '40 settings in a frame': frame(SETTINGS, 0, 0, many(40, () => Buffer.from([0xab, 0xcd, 0, 0, 0, 1]))),
  'a ping of 7 bytes': frame(PING, 0, 0, Buffer.alloc(7)),
  'a ping on a stream': frame(PING, 0, 1, Buffer.alloc(8)),
  'a ping nobody asked for': frame(PING, 1, 0, Buffer.alloc(8)),
  'a goaway on a stream': frame(GOAWAY, 0, 1, Buffer.alloc(8)),
  'a goaway that is too short': frame(GOAWAY, 0, 0, Buffer.alloc(7)),
  'a window of nothing': frame(WINDOW, 0, 0, u32(0)),
  'a window of nothing, on a stream': [open(1), frame(WINDOW, 0, 1, u32(0))],
  'a window that overflows': [frame(WINDOW, 0, 0, u32(0x7fffffff)), frame(WINDOW, 0, 0, u32(0x7fffffff))],
  'a window that overflows, on a stream': [open(1), frame(WINDOW, 0, 1, u32(0x7fffffff))],
  'a window of an idle stream': frame(WINDOW, 0, 9, u32(1)),
  'a window of 3 bytes': frame(WINDOW, 0, 0, [0, 0, 1]),
  'a push': frame(PUSH, ENDH, 1, Buffer.concat([u32(2), fields(...usual)])),
  'a continuation alone': frame(CONTINUATION, ENDH, 1, fields(['a', 'b'])),
  'a ping between headers': [frame(HEADERS, END, 1, fields(...usual)), ping],
  'a continuation of another stream': [frame(HEADERS, END, 1, fields(...usual)), frame(CONTINUATION, ENDH, 3)],
  'a priority that depends on itself': [open(1), frame(PRIORITY, 0, 1, Buffer.concat([u32(1), Buffer.from([16])]))],
  'a priority of 4 bytes': [open(1), frame(PRIORITY, 0, 1, u32(1))],
  'a frame of an unknown type': frame(0x42, 0, 1, Buffer.from('hello')),
  'a frame that is too long': frame(DATA, 0, 1, Buffer.alloc(16385)),
  'not HTTP/2 at all': 'GET / HTTP/1.1\r\n\r\n',
};

function listen(server, said) {
  server.on('stream', (stream, headers) => {
    const more = Object.keys(headers).filter((key) => key[0] !== ':').map((key) => ` ${key}=${headers[key].slice(0, 20)}`);
    said.push(`stream ${headers[':method']} ${headers[':path']}${more.slice(0, 5).join('')}`);
    stream.on('error', (error) => said.push(`stream error ${error.code} ${error.message}`));
    stream.on('aborted', () => said.push('aborted'));
    stream.on('close', () => said.push(`stream closed ${stream.rstCode}`));
    stream.on('trailers', (all) => said.push(`trailers ${JSON.stringify(all)}`));
    stream.resume();
    stream.on('end', () => {
      said.push('end');
      if (stream.destroyed || stream.closed) return;
      stream.respond();
      stream.end();
    });
  });
  server.on('sessionError', (error) => said.push(`session error ${error.code} ${error.message} ${error.errno}`));
}

function run(name) {
  return new Promise((resolve) => {
    const said = [];
    const frames = [];
    const server = http2.createServer();
    listen(server, said);
    let socket;
    let how = 'closed';
    server.on('session', (session) => session.on('close', () => {
      server.close();
      setImmediate(() => resolve(`${name}: ${how}\n  ${frames.sort().join(', ') || '-'}\n  ${said.join(', ') || '-'}`));
    }));
    server.listen(0, () => {
      socket = net.connect(server.address().port);
      let isSent = name.startsWith('not HTTP/2');
      const read = reader((type, flags, stream, payload) => {
        if (type === SETTINGS && flags === 0 || type === WINDOW) return;
        if (isSent) frames.push(show(type, flags, stream, payload));
        if (!isSent) {
          isSent = true;
          socket.write(Buffer.concat([cases[name], ping].flat()));
        } else if (type === PING) {
          how = 'goes on';
          // What else there is comes first.
          setTimeout(() => socket.destroy(), 50);
        }
      });
      socket.on('error', () => {});
      socket.on('data', read);
      socket.on('end', () => socket.end());
      socket.write(isSent ? cases[name] : preface);
      if (!isSent) socket.write(frame(SETTINGS, 0, 0));
    });
  });
}

inOrder(Object.keys(cases), run);
