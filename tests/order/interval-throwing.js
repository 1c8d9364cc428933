// An interval whose callback throws goes on, if the error is handled.
let runs = 0;
process.on('uncaughtException', (error) => console.log('caught', error.message));
const timer = setInterval(() => {
  if (++runs === 3) {
    clearInterval(timer);
    console.log('cleared');
  }
  throw new Error(`run ${runs}`);
}, 1);
