// A program may change what stands around the sources of modules.
const Module = require('module');
console.log(Module.wrapper.length, Module.wrap('0'));
Module.wrapper[0] += 'globalThis.wrapped = (globalThis.wrapped ?? 0) + 1;';
require('./fixtures/counter');
console.log(globalThis.wrapped);
const { wrap } = Module;
Module.wrap = (script) => {
  console.log('wrap', typeof script);
  return wrap(script);
};
require('./fixtures/strict');
console.log(globalThis.wrapped);
