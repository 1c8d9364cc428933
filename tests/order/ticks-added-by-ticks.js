// Ticks that a tick adds go to the end of the queue, and all of it runs before the first promise.
const { nextTick } = process;
Promise.resolve().then(() => console.log('resolve1'));
nextTick(() => {
  console.log('tick1');
  nextTick(() => console.log('tick2'));
  nextTick(() => console.log('tick3'));
});
Promise.resolve().then(() => console.log('resolve2'));
nextTick(() => console.log('tick4'));
Promise.resolve().then(() => console.log('resolve3'));
nextTick(() => console.log('tick5'));
