// An immediate set by a timer runs in the check phase of the same turn, before timers set there.
setTimeout(() => {
  console.log('timer');
  setTimeout(() => console.log('timer of timer'), 1);
  setImmediate(() => console.log('immediate'));
}, 1);
