// import() in a timer, an immediate and a tick: the modules run in microtasks of that callback.
'use strict';

setTimeout(() => {
  import('./fixtures/esm/dependency.mjs').then(() => console.log('imported by the timer'));
  console.log('timer');
}, 1);
setTimeout(() => {
  setImmediate(() => {
    import('./fixtures/esm/sibling-c.mjs').then(() => console.log('imported by the immediate'));
    process.nextTick(() => console.log('tick of the immediate'));
  });
  setImmediate(() => console.log('next immediate'));
}, 60);
process.nextTick(() => {
  import('./fixtures/esm/leaf.mjs').then(() => console.log('imported by the tick'));
  process.nextTick(() => console.log('next tick'));
});
