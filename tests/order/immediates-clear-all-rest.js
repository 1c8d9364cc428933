// Clearing every immediate that is left ends the phase.
const rest = [];
setImmediate(() => {
  console.log('first clears the rest');
  rest.forEach(clearImmediate);
});
for (let i = 0; i < 3; i++) rest.push(setImmediate(() => console.log('never', i)));
process.on('exit', () => console.log('exit'));
