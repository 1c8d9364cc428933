// With no callback to wait for, the rest of the ticks runs all the same.
process.on('uncaughtException', (error) => console.log('handler:', error.message));
for (let i = 1; i <= 3; i++) process.nextTick(() => {
  throw new Error(`tick ${i}`);
});
process.nextTick(() => console.log('last tick'));
process.on('exit', () => console.log('exit'));
