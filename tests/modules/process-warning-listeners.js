// Warnings are printed by a listener: before those of the program, and not at all once it is removed.
const { writeSync } = require('fs');
console.log(process.listeners('warning').map((listener) => listener.name));
process.on('warning', (warning) => writeSync(2, `listener: ${warning.name}\n`));
process.emitWarning('with detail', { type: 'CustomWarning', code: 'C1', detail: 'the detail' });
const odd = new Error('without toString');
odd.name = 'OddWarning';
odd.toString = null;
process.emitWarning(odd);
setImmediate(() => {
  process.removeAllListeners('warning');
  process.emitWarning('not printed');
});
