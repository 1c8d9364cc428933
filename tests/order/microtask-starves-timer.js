// So does a microtask that always adds a microtask.
let count = 0;
setTimeout(() => console.log('timer: never'), 0);
process.on('exit', () => console.log('exit after', count));

function starve() {
  count++;
  if (count === 100000) process.exit();
  queueMicrotask(starve);
}

starve();
