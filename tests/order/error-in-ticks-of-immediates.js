// The check phase goes on after an error of its last immediate, but not if that is the one that empties the
// queues after an error: then timers come first.
const block = () => {
  const start = Date.now();
  while (Date.now() - start < 20);
};
let errors = 0;
process.on('uncaughtException', (error) => {
  console.log('caught', error);
  if (++errors > 4) return;
  process.nextTick(() => { throw `tick ${errors}`; });
  setTimeout(() => console.log('timeout'), 1);
  block();
});
setImmediate(() => { throw 'immediate'; });
