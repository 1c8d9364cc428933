// A syntax error in a file that is required.
console.log('before');
require('./fixtures/bad-syntax.js');
