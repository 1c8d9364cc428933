// So can a promise reaction.
setTimeout(async () => {
  console.log('first');
  await null;
  console.log('after await: clears second');
  clearTimeout(second);
}, 5);
const second = setTimeout(() => console.log('second: never'), 5);
const end = performance.now() + 20;
while (performance.now() < end);
