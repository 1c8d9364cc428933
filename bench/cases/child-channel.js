// A message goes to a forked process and comes back, 50,000 times, one after the other.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { fork } = load('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message) => process.send(message));
} else {
  const count = 50_000;
  const message = { id: 0, text: 'a short message', list: [1, 2, 3] };
  let began;
  const child = fork(process.argv[1], ['child']);
  child.on('message', ({ id }) => {
    // The first one waits until the process has started.
    if (id === 0) began = performance.now();
    if (id === count) {
      console.log(performance.now() - began);
      child.disconnect();
      return;
    }
    message.id = id + 1;
    child.send(message);
  });
  child.send(message);
}
