// Loading is synchronous; ticks of a loaded file wait for the script to end.
process.nextTick(() => console.log('tick of the script'));
require('./fixtures/ticks.js');
console.log('script');
