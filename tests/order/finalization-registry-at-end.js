// Registries do not keep the loop alive, but are cleaned up before 'beforeExit'. What that starts runs.
let calls = 0;
const registry = new FinalizationRegistry(() => {
  if (++calls === 3) setTimeout(() => console.log('timer'), 1);
});
for (let i = 0; i < 3; i++) registry.register({}, i);
process.on('beforeExit', () => console.log('beforeExit', calls));
process.on('exit', () => console.log('exit', registry !== null));
gc();
setTimeout(() => console.log('never'), 100000).unref();
console.log('end');
