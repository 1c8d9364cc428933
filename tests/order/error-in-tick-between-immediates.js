// A tick that throws between two immediates: the next immediate follows, before microtasks that wait.
let errors = 0;
process.on('uncaughtException', (error) => {
  console.log('caught', error);
  setImmediate(() => console.log('immediate'));
  if (++errors > 3) return;
  process.nextTick(() => { throw `tick ${errors}`; });
});
Promise.resolve().then(() => console.log('promise'));
throw 'script';
