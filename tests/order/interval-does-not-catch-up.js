// Runs that a blocked turn missed are not made up for.
let runs = 0;
const timer = setInterval(() => {
  runs++;
  if (runs === 1) {
    const end = performance.now() + 100;
    while (performance.now() < end);
  }
}, 10);
setTimeout(() => {
  clearInterval(timer);
  console.log('missed runs are lost:', runs <= 5);
}, 120);
