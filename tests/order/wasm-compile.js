// WebAssembly's promises are settled before 'beforeExit', though they do not keep the loop alive.
const bytes = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100,
  0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11,
]);
const done = [];
process.on('beforeExit', () => console.log('beforeExit', done.sort()));
const compiling = WebAssembly.compile(bytes);
compiling.then((compiled) => {
  done.push('compiled ' + (compiled instanceof WebAssembly.Module));
  process.nextTick(() => done.push('tick'));
  return WebAssembly.instantiate(compiled);
}).then((instance) => done.push('instance ' + instance.exports.add(2, 3)));
WebAssembly.instantiate(bytes).then(({ instance }) => done.push('both ' + instance.exports.add(20, 3)));
WebAssembly.compile(new Uint8Array(3)).catch((error) => done.push(error.name));
console.log('end', compiling);
