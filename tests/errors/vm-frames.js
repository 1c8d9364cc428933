// Few frames of the library are between a script and who runs it.
'use strict';
Error.stackTraceLimit = 4;
const vm = require('vm');
try {
  vm.runInThisContext('throw new Error("here")', { filename: 'test.vm' });
} catch (error) {
  console.log(error.stack.split('\n').at(-1).includes('vm-frames.js'));
}
