// refresh() in the callback makes the timer run again.
let runs = 0;
const timer = setTimeout(() => {
  runs++;
  console.log('run', runs);
  if (runs < 3) timer.refresh();
}, 5);
