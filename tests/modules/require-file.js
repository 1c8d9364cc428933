// A file by its path, with and without extension; it is loaded once.
const one = require('./fixtures/counter.js');
const two = require('./fixtures/counter');
console.log(one === two, one.next(), two.next());
