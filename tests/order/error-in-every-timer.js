// Every timer of a list may throw; each is reported and none is lost.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
for (let i = 1; i <= 4; i++) setTimeout(() => {
  throw new Error(`timer ${i}`);
}, 5);
setImmediate(() => console.log('immediate'));
const end = performance.now() + 20;
while (performance.now() < end);
