// Only the timers of a list that are due run; the rest wait for their own time.
function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

setTimeout(() => console.log('first of 50'), 50);
setTimeout(() => console.log('100, due before the second of 50'), 100);
block(80);
setTimeout(() => console.log('second of 50'), 50);
