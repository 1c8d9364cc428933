// An interval that clears itself leaves its list, so after its error the next list that is due
// follows at once: ticks of the interval and of the handler come after it.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('tick of the handler'));
});
const interval = setInterval(() => {
  clearInterval(interval);
  process.nextTick(() => console.log('tick of the interval'));
  throw new Error('of the interval');
}, 1);
setTimeout(() => console.log('next list'), 2);
setTimeout(() => console.log('list after it'), 3);
const start = Date.now();
while (Date.now() - start < 50);
