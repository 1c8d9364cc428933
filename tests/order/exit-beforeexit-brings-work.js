// Work that beforeExit brings is done, and beforeExit comes again.
let times = 0;
process.on('beforeExit', () => {
  times++;
  console.log('beforeExit', times);
  if (times === 1) setTimeout(() => console.log('timeout'), 1);
  if (times === 2) setImmediate(() => console.log('immediate'));
});
process.on('exit', () => console.log('exit'));
