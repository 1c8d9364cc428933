// A timer may clear the next one of the same moment.
setTimeout(() => {
  console.log('first clears second');
  clearTimeout(second);
}, 5);
const second = setTimeout(() => console.log('second: never'), 5);
setTimeout(() => console.log('third'), 5);
const end = performance.now() + 20;
while (performance.now() < end);
