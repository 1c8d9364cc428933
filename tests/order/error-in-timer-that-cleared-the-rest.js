// A timer that throws after it cleared the others of its duration: its list is gone as well, and a
// timer that it sets with the same delay is in a new one.
process.on('uncaughtException', (error) => {
  console.log('caught', error.message);
  process.nextTick(() => console.log('tick of the handler'));
});
setTimeout(() => {
  clearTimeout(other);
  setTimeout(() => console.log('set meanwhile'), 1);
  process.nextTick(() => console.log('tick of the timer'));
  throw new Error('of the timer');
}, 1);
const other = setTimeout(() => console.log('never'), 1);
setTimeout(() => console.log('next list'), 2);
setTimeout(() => console.log('list after it'), 3);
const start = Date.now();
while (Date.now() - start < 50);
