// The timer of AbortSignal.timeout() goes with its signal.
let rounds = 0;
let first;
function round() {
  for (let i = 0; i < 5000; i++) AbortSignal.timeout(1e6);
  rounds++;
  if (rounds % 5 === 0) gc();
  if (rounds === 10) first = process.memoryUsage().heapUsed;
  if (rounds < 40) return void setImmediate(round);
  setTimeout(() => {
    gc();
    setImmediate(() => {
      gc();
      const grown = process.memoryUsage().heapUsed - first;
      console.log(grown < 5e6 || grown);
    });
  }, 50);
}
round();
