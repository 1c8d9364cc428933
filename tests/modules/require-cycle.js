// In a cycle, a module sees what the other has exported so far.
console.log('main begins');
const a = require('./fixtures/cycle/a.js');
const b = require('./fixtures/cycle/b.js');
console.log('main: a.done', a.done, 'b.done', b.done);
