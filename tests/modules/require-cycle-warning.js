// A property that a module in a cycle does not have yet: a warning.
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(`${warning}`));
const first = require('./fixtures/cycle-warning/first');
console.log(first, Object.getPrototypeOf(first) === Object.prototype);
