// An async function that throws, not awaited.
process.on('exit', (code) => console.log('exit', code));
async function work() {
  console.log('work');
  throw new Error('thrown by async function');
}
work();
console.log('script goes on');
setImmediate(() => console.log('immediate: never'));
