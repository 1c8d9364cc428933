// An interval that unreferences itself no longer holds the loop.
let runs = 0;
const timer = setInterval(() => {
  runs++;
  console.log('run', runs);
  if (runs === 3) timer.unref();
}, 2);
process.on('exit', () => console.log('exit'));
