// Runs that pass while the body of the loop waits are kept for the next steps.
const { setInterval: every, setTimeout: sleep } = require('timers/promises');
(async () => {
  let count = 0;
  const start = performance.now();
  for await (const _ of every(20)) {
    count++;
    if (count === 1) await sleep(200);
    if (count === 4) break;
  }
  console.log('steps two to four were waiting:', performance.now() - start < 400);
})();
