// A timer set in a timer callback waits for a later turn: the immediate of this turn comes first.
setTimeout(() => {
  console.log('outer');
  setTimeout(() => console.log('inner timer'), 1);
  setImmediate(() => console.log('immediate'));
}, 1);
