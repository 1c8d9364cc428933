// Scripts in the context of the program.
const vm = require('vm');
globalThis.shared = 1;
console.log(vm.runInThisContext('var made = shared + 1; typeof require'), made);
const script = new vm.Script('shared += 1');
console.log(script.runInThisContext(), script.runInThisContext(), shared);
console.log(vm.compileFunction('return a + b', ['a', 'b'])(1, 2), vm.isContext({}), vm.isContext([]));
try {
  new vm.Script('let let', { filename: 'wrong.js' });
} catch (error) {
  console.log(error.name);
}
