// Messages come in their order and before 'disconnect', which comes by a tick; callbacks of send() come by a tick.
'use strict';
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', () => {
    process.send(1);
    process.send(2, () => console.log('child: sent', process.connected));
    process.send({ three: [3] });
    process.disconnect();
    process.nextTick(() => console.log('child: tick'));
    Promise.resolve().then(() => console.log('child: microtask'));
    console.log('child: disconnected', process.connected, process.channel);
  });
  process.on('disconnect', () => console.log('child: disconnect'));
} else {
  const child = fork(__filename, ['child'], { silent: true });
  let output = '';
  child.stdout.on('data', (data) => { output += data; });
  const say = (...words) => console.log('parent:', ...words);
  let last = 'nothing';
  child.on('message', (message) => {
    last = message;
    say('message', message);
  });
  child.on('disconnect', () => say('disconnect after', last, child.connected, child.channel));
  child.on('close', (code) => {
    say('close', code);
    console.log(output);
  });
  console.log(child.send('go', (error) => say('sent', error)));
  process.nextTick(() => say('tick'));
}
