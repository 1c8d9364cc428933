// A timer set in a timer callback that then blocks past its due time still waits for the next turn.
setTimeout(() => {
  console.log('outer');
  setTimeout(() => console.log('inner, 1 ms'), 1);
  setTimeout(() => console.log('inner, 5 ms'), 5);
  setImmediate(() => console.log('immediate'));
  const end = performance.now() + 30;
  while (performance.now() < end);
}, 1);
