// WebSocket: the class, its properties, and the arguments that it refuses.
'use strict';

const attempt = (f) => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const idle = () => {
  const socket = new WebSocket('ws://127.0.0.1:1');
  socket.onerror = () => {};
  return socket;
};

console.log(WebSocket.name, WebSocket.length, Object.keys(WebSocket), Object.keys(WebSocket.prototype));
console.log(Object.prototype.toString.call(idle()), idle() instanceof EventTarget, require('http').WebSocket === WebSocket);
const { url, readyState, bufferedAmount, extensions, protocol, binaryType, onopen, onclose } = idle();
console.log(url, readyState, bufferedAmount, extensions, protocol, binaryType, onopen, onclose);
console.log(WebSocket.CLOSED, idle().CLOSING, Object.getOwnPropertyDescriptor(WebSocket, 'OPEN'));

attempt(() => new WebSocket());
attempt(() => new WebSocket('nowhere'));
attempt(() => new WebSocket('ftp://localhost'));
attempt(() => new WebSocket('ws://localhost/#part'));
attempt(() => new WebSocket('ws://localhost/#'));
attempt(() => new WebSocket('http://127.0.0.1:1/x').url);
for (const protocols of [['a', 'a'], ['a', 'A'], 'a b', '', [''], ['\u00e9'], { protocols: ['a,b'] }]) {
  attempt(() => new WebSocket('ws://127.0.0.1:1', protocols));
}
for (const protocols of [5, null, {}, [], 'a', new Set(['a', 'b'])]) {
  attempt(() => new WebSocket('ws://127.0.0.1:1', protocols).protocol);
}
attempt(() => new WebSocket('ws://127.0.0.1:1', [Symbol('s')]));
attempt(() => new WebSocket('ws://127.0.0.1:1', { headers: 5 }));
attempt(() => idle().send());
attempt(() => idle().send('early'));
attempt(() => idle().close(999));
attempt(() => idle().close(3000, 'r'.repeat(124)));
attempt(() => {
  const socket = idle();
  socket.binaryType = 'other';
  const first = socket.binaryType;
  socket.binaryType = 'arraybuffer';
  return [first, socket.binaryType];
});
attempt(() => {
  const socket = idle();
  socket.onopen = 5;
  const first = socket.onopen;
  socket.onopen = attempt;
  return [first, socket.onopen === attempt];
});
attempt(() => WebSocket.prototype.readyState);
attempt(() => WebSocket.prototype.send('x'));
