// stream/iter is not there without its option.
const { builtinModules, isBuiltin } = require('module');
const { Readable } = require('stream');

for (const name of ['stream/iter', 'node:stream/iter', 'zlib/iter', 'node:zlib/iter']) {
  try {
    require(name);
  } catch (error) {
    console.log(error.code, error.message.split('\n')[0]);
  }
  console.log(isBuiltin(name), builtinModules.includes(name), process.getBuiltinModule(name));
}
try {
  new Readable()[Symbol.for('Stream.toAsyncStreamable')]();
} catch (error) {
  console.log(error.name, error.code, error.message);
}
