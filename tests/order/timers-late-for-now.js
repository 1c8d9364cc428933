// A timer counts from the moment it was set, even late in a long callback.
function block(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

setTimeout(() => {
  block(50);
  const set = performance.now();
  setTimeout(() => console.log('waited its 30 ms:', performance.now() - set >= 29), 30);
}, 1);
