// What a registry's callback throws is an uncaught exception; the rest is cleaned up in the next turn.
let calls = 0;
const registry = new FinalizationRegistry(() => {
  calls++;
  console.log('cleanup', calls);
  if (calls < 3) throw new Error('of cleanup ' + calls);
});
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
for (let i = 0; i < 4; i++) registry.register({}, i);
let rounds = 0;
function round() {
  console.log('immediate', ++rounds);
  if (rounds < 4) setImmediate(round);
}
setTimeout(() => {
  gc();
  setImmediate(round);
}, 1);
process.on('exit', () => console.log('exit', registry !== null));
