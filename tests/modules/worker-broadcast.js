// Channels by name, and messages by number, between threads.
'use strict';
const { Worker, postMessageToThread, threadId } = require('worker_threads');

const source = `
  const { BroadcastChannel, threadId, postMessageToThread } = require('worker_threads');
  const channel = new BroadcastChannel('news');
  channel.onmessage = ({ data }) => {
    if (data === 'end') return channel.close();
    channel.postMessage({ heard: data });
  };
  process.on('workerMessage', (value, from) => {
    if (value === 'fail') throw new Error('fails');
    postMessageToThread(from, { back: value });
  });
  channel.postMessage('ready');
`;

(async () => {
  const channel = new BroadcastChannel('news');
  const next = () => new Promise((resolve) => { channel.onmessage = ({ data }) => resolve(data); });
  const ready = next();
  const worker = new Worker(source, { eval: true });
  console.log(await ready);
  const heard = next();
  channel.postMessage(['some', 'news']);
  console.log(await heard);

  const back = new Promise((resolve) => process.once('workerMessage', (value, from) => resolve([value, from])));
  await postMessageToThread(worker.threadId, 'hello');
  console.log((await back)[0], (await back)[1] === worker.threadId);
  for (const [to, value] of [[worker.threadId, 'fail'], [threadId, 'me'], [9999, 'nobody']]) {
    await postMessageToThread(to, value).catch((error) => console.log(error.code, error.message));
  }
  worker.on('exit', (code) => {
    console.log('exit', code);
    channel.close();
  });
  channel.postMessage('end');
})();
