// A tick that always adds a tick keeps the loop from ever starting: the timer does not run.
let count = 0;
setTimeout(() => console.log('timer: never'), 0);
setImmediate(() => console.log('immediate: never'));
process.on('exit', () => console.log('exit after', count));

function starve() {
  count++;
  if (count === 100000) process.exit();
  process.nextTick(starve);
}

starve();
