// An aborted wait rejects with an AbortError, in a microtask.
const { setTimeout: sleep } = require('timers/promises');
const controller = new AbortController();
sleep(1000, null, { signal: controller.signal }).catch((error) => console.log(error.name, error.code));
setTimeout(() => {
  controller.abort();
  console.log('aborted');
  process.nextTick(() => console.log('tick'));
}, 5);
