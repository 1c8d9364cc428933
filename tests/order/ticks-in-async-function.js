// The part of an async function before its first await is synchronous.
async function work() {
  console.log('work begins');
  await null;
  console.log('after await');
  process.nextTick(() => console.log('tick after await'));
  await null;
  console.log('after second await');
}
process.nextTick(() => console.log('tick of the script'));
work();
console.log('script');
