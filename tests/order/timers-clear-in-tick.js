// A tick between two timers can clear the second.
setTimeout(() => {
  console.log('first');
  process.nextTick(() => {
    console.log('tick clears second');
    clearTimeout(second);
  });
}, 5);
const second = setTimeout(() => console.log('second: never'), 5);
const end = performance.now() + 20;
while (performance.now() < end);
