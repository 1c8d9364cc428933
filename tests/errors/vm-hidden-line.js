// A line that is not to be shown is shown all the same if nobody catches the error.
'use strict';
const vm = require('vm');
Error.stackTraceLimit = 1;
try {
  vm.runInThisContext('throw new Error("caught")', { filename: 'test.vm', displayErrors: false });
} catch (error) {
  console.log(error.stack.split('\n')[0]);
}
vm.runInThisContext('\n  throw new Error("not caught")', { filename: 'test.vm', displayErrors: false });
