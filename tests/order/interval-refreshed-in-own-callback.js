// An interval that refreshes itself in its callback is set again after it, behind what the callback set.
let runs = 0;
const block = () => {
  const start = Date.now();
  while (Date.now() - start < 20);
};
const interval = setInterval(() => {
  console.log('interval');
  if (++runs === 2) return clearInterval(interval);
  interval.refresh();
  setTimeout(() => console.log('timeout'), 5);
  block();
}, 5);
block();
