// 200,000 messages to a forked process, as fast as they can go; it answers the last one.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { fork } = load('child_process');

const count = 200_000;
if (process.argv[2] === 'child') {
  let received = 0;
  process.on('message', () => {
    received += 1;
    if (received === 1 || received === count + 1) process.send(received);
  });
} else {
  const message = { id: 0, text: 'a short message', list: [1, 2, 3] };
  let began;
  let sent = 0;
  const child = fork(process.argv[1], ['child']);
  // 500 at a time, and the next when these are on their way.
  const sendSome = () => {
    for (let i = 0; i < 500 && sent < count; i += 1) {
      sent += 1;
      message.id = sent;
      child.send(message, sent % 500 === 0 ? sendSome : undefined);
    }
  };
  child.on('message', (received) => {
    if (received === 1) {
      began = performance.now();
      sendSome();
    } else {
      console.log(performance.now() - began);
      child.disconnect();
    }
  });
  child.send(message);
}
