// A context made where the stack is nearly full: it fails by an exception, until there is room for it.
const vm = require('vm');

function deeper() {
  try {
    return deeper();
  } catch {
    return vm.runInNewContext('40 + 2');
  }
}
console.log(deeper());
