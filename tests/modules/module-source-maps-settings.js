// Settings of source maps check their arguments; without source maps all is off.
const Module = require('module');

console.log(Module.getSourceMapsSupport(), Object.isFrozen(Module.getSourceMapsSupport()));
Module.setSourceMapsSupport(false, { nodeModules: true });
console.log(Module.getSourceMapsSupport());
process.setSourceMapsEnabled(false);
const wrong = [
  () => Module.setSourceMapsSupport(),
  () => Module.setSourceMapsSupport(1),
  () => Module.setSourceMapsSupport(true, null),
  () => Module.setSourceMapsSupport(true, { nodeModules: 1 }),
  () => Module.setSourceMapsSupport(true, { generatedCode: {} }),
  () => process.setSourceMapsEnabled('yes'),
];
for (const call of wrong) {
  try {
    call();
  } catch (error) {
    console.log(error.code, error.message);
  }
}
