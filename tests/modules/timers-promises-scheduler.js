// The scheduler of timers/promises checks what it is called on.
const { scheduler } = require('timers/promises');
for (const attempt of [
  () => new scheduler.constructor(),
  () => scheduler.yield.call({}),
  () => scheduler.wait.call({}, 10),
]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
(async () => {
  console.log(await scheduler.yield(), await scheduler.wait(1));
})();
