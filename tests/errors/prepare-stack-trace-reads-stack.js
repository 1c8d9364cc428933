// Error.prepareStackTrace finds the text of the stack in the error.
'use strict';
Error.prepareStackTrace = (error, sites) => {
  const [first] = error.stack.split('\n');
  return `${first}, ${typeof sites[0].getLineNumber()}`;
};
const error = new Error('a');
console.log(error.stack);
console.log(error.stack);
Error.prepareStackTrace = (error) => {
  error.stack = 'replaced';
  return [error.stack];
};
console.log(new TypeError('b').stack);
