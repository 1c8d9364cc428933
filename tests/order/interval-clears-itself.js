// An interval runs until it is cleared, from its own callback too.
let runs = 0;
const timer = setInterval(() => {
  console.log('run', ++runs);
  if (runs === 3) clearInterval(timer);
}, 2);
