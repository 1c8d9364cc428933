// Every tick may throw; each is reported, in order, and none is lost. What is left of the queue when
// a tick throws waits for the next callback of the loop.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
for (let i = 1; i <= 4; i++) process.nextTick(() => {
  throw new Error(`tick ${i}`);
});
setImmediate(() => console.log('immediate'));
