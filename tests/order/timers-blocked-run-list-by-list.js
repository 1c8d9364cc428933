// Timers of one duration share a list, and a list that is due runs as far as it is due before the
// next: a later timer of the same duration overtakes one of another duration that was due sooner.
function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

setTimeout(() => console.log('100 ms, set at 0, due at 100'), 100);
block(60);
setTimeout(() => console.log('60 ms, set at 60, due at 120'), 60);
block(20);
setTimeout(() => console.log('100 ms, set at 80, due at 180'), 100);
block(150);
