// Microtasks queued by microtasks all run before the next timer.
setTimeout(() => console.log('timeout'), 0);
let depth = 0;
(function nest() {
  if (++depth <= 5) queueMicrotask(() => {
    console.log('depth', depth);
    nest();
  });
})();
