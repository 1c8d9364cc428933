// What is due was decided when the phase began: timers that come due while it runs wait for the
// next turn, old ones (C) and new ones alike, and then run by due time. The immediate is in between.
function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

setTimeout(() => {
  console.log('A');
  setTimeout(() => console.log('set by A, 1 ms'), 1);
  setTimeout(() => console.log('set by A, 3 ms'), 3);
  setImmediate(() => console.log('immediate'));
  block(250);
}, 1);
setTimeout(() => {
  console.log('B');
  block(250);
}, 5);
setTimeout(() => console.log('C'), 400);
block(20);
