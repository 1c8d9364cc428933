// hasRef() before and after ref, unref, clear.
const timer = setTimeout(() => {}, 1);
console.log(timer.hasRef());
console.log(timer.unref().hasRef());
console.log(timer.ref().hasRef());
clearTimeout(timer);
console.log(timer.hasRef());
const immediate = setImmediate(() => {});
console.log(immediate.hasRef());
console.log(immediate.unref().hasRef());
console.log(immediate.ref().hasRef());
clearImmediate(immediate);
console.log(immediate.hasRef());
