// An interval does not wait for an async callback that is still under way.
let started = 0;
const timer = setInterval(async () => {
  const run = ++started;
  if (run === 3) clearInterval(timer);
  console.log('start', run);
  await new Promise((resolve) => setTimeout(resolve, 600));
  console.log('end', run);
}, 20);
