// An immediate that always sets an immediate lets timers run in between.
let turns = 0;
let done = false;
setTimeout(() => {
  done = true;
  console.log('timer ran, turns > 0:', turns > 0);
}, 20);

function again() {
  turns++;
  if (!done) setImmediate(again);
}

again();
