// WebSocket: what it takes for an answer to its request, and what it refuses.
'use strict';

const { listen, watch } = require('./fixtures/websocket-server');

const usual = (accept, ...more) => ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade',
  `Sec-WebSocket-Accept: ${accept}`, ...more, '', ''].join('\r\n');
const lines = (...list) => [...list, '', ''].join('\r\n');

const cases = {
  'the usual': [undefined, (a) => usual(a)],
  'names in other cases': [undefined, (a) => lines('HTTP/1.1 101 x', 'upgrade: WebSocket', 'CONNECTION: UPGRADE', `sec-websocket-accept: ${a}`)],
  'status 200': [undefined, () => lines('HTTP/1.1 200 OK', 'Content-Length: 0')],
  '404 with a body': [undefined, () => `${lines('HTTP/1.1 404 No', 'Content-Length: 2')}no`],
  'a redirect': [undefined, () => lines('HTTP/1.1 302 Found', 'Location: /other', 'Content-Length: 0')],
  'no upgrade': [undefined, (a) => lines('HTTP/1.1 101 x', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${a}`)],
  'another upgrade': [undefined, (a) => lines('HTTP/1.1 101 x', 'Upgrade: other', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${a}`)],
  'no connection': [undefined, (a) => lines('HTTP/1.1 101 x', 'Upgrade: websocket', `Sec-WebSocket-Accept: ${a}`)],
  'no accept': [undefined, () => lines('HTTP/1.1 101 x', 'Upgrade: websocket', 'Connection: Upgrade')],
  'a wrong accept': [undefined, () => usual('AAAA')],
  'blanks before accept': [undefined, (a) => usual(`  ${a}`)],
  'no protocol at all': [undefined, (a) => usual(a, 'Sec-WebSocket-Protocol: ')],
  'no extension at all': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: ')],
  'not HTTP': [undefined, () => 'hello\r\n\r\n'],
  'a protocol of two': [['a', 'b'], (a) => usual(a, 'Sec-WebSocket-Protocol: b')],
  'one given as text': ['chat', (a) => usual(a, 'Sec-WebSocket-Protocol: chat')],
  'none although asked': [['a'], (a) => usual(a)],
  'one that nobody asked for': [undefined, (a) => usual(a, 'Sec-WebSocket-Protocol: b')],
  'another than asked': [['a'], (a) => usual(a, 'Sec-WebSocket-Protocol: b')],
  'in another case': [['a'], (a) => usual(a, 'Sec-WebSocket-Protocol: A')],
  'protocols in an object': [{ protocols: ['x'] }, (a) => usual(a, 'Sec-WebSocket-Protocol: x')],
  'an unknown extension': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: foo')],
  'deflate': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate')],
  'deflate with parameters': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_max_window_bits=10')],
  'deflate and another': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate, foo')],
  'window of 7': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=7')],
  'window of 16': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=16')],
  'window of text': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=x')],
  'server window without value': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits')],
  'client window without value': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits')],
  'window of 9': [undefined, (a) => usual(a, 'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=9')],
};

(async () => {
  for (const name of Object.keys(cases)) {
    const [protocols, answer] = cases[name];
    const server = await listen({
      answer: (_head, accept) => answer(accept),
      play(socket) { setTimeout(() => socket.end(Buffer.from([0x88, 2, 0x03, 0xe8])), 30); },
    });
    const seen = await watch(`ws://127.0.0.1:${server.address().port}/path?query`, protocols);
    console.log(`${name}:\n  ${seen.join('\n  ')}`);
    server.close();
  }

  // What is sent.
  const server = await listen({
    answer(head) {
      console.log(head.replace(/127[\d.:]+/, 'HOST').replace(/key: .{24}\r/, 'key: ...\r').split('\r\n'));
      return 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';
    },
  });
  const { port } = server.address();
  await watch(`ws://127.0.0.1:${port}`);
  await watch(`http://127.0.0.1:${port}/a%20b?c d`, ['one', 'two']);
  await watch(`ws://user:secret@127.0.0.1:${port}/`, { protocols: 'three', headers: { 'X-Own': 'yes', 'User-Agent': 'me' } });
  server.close();
  console.log(await watch('ws://127.0.0.1:1'));
})();
