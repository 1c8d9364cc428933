// scheduler.wait and scheduler.yield.
const { scheduler } = require('timers/promises');
(async () => {
  await scheduler.yield();
  console.log('after yield');
  await scheduler.wait(5);
  console.log('after wait');
})();
setImmediate(() => console.log('immediate'));
