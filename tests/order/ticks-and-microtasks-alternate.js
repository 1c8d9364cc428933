// Ticks whole, microtasks whole, then again: until both are empty.
function step(n) {
  if (n > 3) return;
  console.log('tick', n);
  queueMicrotask(() => {
    console.log('microtask', n);
    process.nextTick(step, n + 1);
    queueMicrotask(() => console.log('microtask', n, 'second'));
  });
}
process.nextTick(step, 1);
