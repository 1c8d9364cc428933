// A registry is cleaned up by a task of its own in the poll phase: all its callbacks, then ticks, then
// microtasks. Another registry's turn is the next one.
let turns = 0;
function registry() {
  let calls = 0;
  return new FinalizationRegistry(() => {
    if (calls++ === 0) {
      turns++;
      console.log('registry', turns);
    }
    const turn = turns;
    process.nextTick(() => console.log('tick of', turn));
    queueMicrotask(() => console.log('microtask of', turn));
  });
}
const one = registry();
const other = registry();
for (let i = 0; i < 3; i++) {
  one.register({}, i);
  other.register({}, i);
}
setTimeout(() => {
  console.log('timer');
  gc();
  process.nextTick(() => console.log('tick'));
  queueMicrotask(() => console.log('microtask'));
  setImmediate(() => {
    console.log('immediate');
    setImmediate(() => console.log('next immediate'));
  });
}, 1);
process.on('exit', () => console.log('exit', one !== other));
